// On a phone the panels are below the board, and what they show on it would be out of view.

/** Bring the board into view; where it is beside the panels, nothing moves. */
export function toBoard() {
  document.getElementById('board')?.scrollIntoView({ block: 'nearest' });
}
