// What a widget's model in the browser is, and its traits; see `stage.py`.

/** The model as anywidget gives it: the traits that Python shares, by name. */
export interface WidgetModel {
  // Each trait has a type of its own, and so has each message: any.
  get(name: string): any;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: (...told: any[]) => void): void;
  off(event: string, listener: (...told: any[]) => void): void;
  send(content: unknown): void;
}

/** Where a stage is, counted from 0; changes: as a link has them, from 1. */
export interface PlaceTraits {
  way: "forward" | "back";
  losses: number[] | null;
  track: number;
  t: number;
  phase: string;
  unit: number;
  view: string;
  face: string;
  notation: string;
  changes: string;
}
