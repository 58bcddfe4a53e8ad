"""What the browser computes with: the equations of a network as data, and what evaluates them there."""
