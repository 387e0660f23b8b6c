// What the lesson makes of what its boards tell.
const verdict = document.querySelector('#verdict');
const puzzle = document.querySelector('#puzzle');
puzzle.addEventListener('solved', () => {
  verdict.textContent = 'Solved!';
});
puzzle.addEventListener('failed', () => {
  verdict.textContent = 'Not that one. Take it back and look again.';
});

const count = document.querySelector('#count');
document.querySelector('#game').addEventListener('state', ({ detail }) => {
  count.textContent = String(detail.moves.length);
});
