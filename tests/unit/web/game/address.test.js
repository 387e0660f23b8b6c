import assert from 'node:assert/strict';
import test from 'node:test';
import { addressOfSlot, readAddress } from '../../../../web/game/address.js';

const slotOf = (address) => {
  const { search, hash } = new URL(address);
  return readAddress(search, hash).slot;
};
const PAGE = 'https://example.org/cannonfish/index.html';
const FEN = '4k4/9/9/9/9/9/9/4R4/9/4K4_w_-_-_0_1';

test('the game of an address is found again by its slot', () => {
  // Bug: a game reopened from "My games" stood under the address of another one, which a reload showed.
  for (const asked of [
    '?level=3',
    '?level=3&side=black',
    '?moves=h2e2,h9g7',
    `?fen=${FEN}`,
    `?fen=${FEN}&moves=e2e3,e9d9&level=12&side=either`,
    '?game=chess&level=5',
    '?game=liuzichong&moves=a1a2&side=black',
    '#pgn=packed_-~.x',
    '?game=chess&level=2#pgn=abc',
  ]) {
    const slot = slotOf(PAGE + asked);
    const address = addressOfSlot(`${PAGE}?lang=vi&theme=dark&level=9#pgn=other`, slot);
    assert.equal(slotOf(address), slot, asked);
    assert.deepEqual([...new URL(address).searchParams].slice(0, 2), [
      ['lang', 'vi'],
      ['theme', 'dark'],
    ]);
  }
});

test('other slots have no address on the play page', () => {
  for (const slot of ['', 'main', 'main.chess', 'analysis', 'analysis|||3|', 'friend|abc', '|||99|'])
    assert.equal(addressOfSlot(PAGE, slot), null, slot);
});
