// A page that travels packed writes itself once it is there.

/** Put the page in the place of this one. packed: deflated, in base64. */
export async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const page = await new Response(whole).text();
  document.open();
  document.write(page);
  document.close();
}
