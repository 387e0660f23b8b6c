import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ratingText } from '../../../web/ui/puzzle-words.js';

// In Vietnamese, where a point marks the thousands, a beginner read “1.000?”.
test('a rating has no mark for thousands', () => {
  assert.equal(ratingText({ rating: 1000, deviation: 120 }), '1000?');
  assert.equal(ratingText({ rating: 1499.6, deviation: 60 }), '1500');
});
