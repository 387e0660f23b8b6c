/** @type {import('./index.js').Translation<typeof import('./picture.en.js').default>} */
export default {
  'side.red': 'Đỏ',
  'side.black': 'Đen',
  'side.white': 'Trắng',
  'tool.name': 'Ván cờ',
  'tool.takeBack': 'Đi lại',
  'tool.hint': 'Gợi ý',
  'tool.flip': 'Xoay bàn',
  'moves.first': 'Thế cờ đầu',
  'moves.previous': 'Nước trước',
  'moves.next': 'Nước sau',
  'moves.last': 'Thế cờ cuối',
};
