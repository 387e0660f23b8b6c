// Vietnamese words of the embedded frame, which the other pages do not need.

/** @type {import('./index.js').Translation<typeof import('./frame.en.js').default>} */
export default {
  'frame.title.xiangqi': 'Bàn cờ tướng',
  'frame.title.chess': 'Bàn cờ vua',
  'frame.title.liuzichong': 'Bàn cờ Lục tử xung',
  'frame.picture': '{title}. {text}',
  'frame.coming': 'Đang tải…',
  'frame.press': 'Chạm để bắt đầu',
  'frame.loading': 'Đang tải máy, {percent}%',
  'frame.reading': 'Đang đọc ván cờ…',
  'frame.yourMove': '{side} · đến lượt bạn',
  'frame.toMove': 'Đến lượt {side}',
  'frame.thinking': '{side} · đang nghĩ…',
  'frame.ply': '{ply} / {last}',
  'frame.start': 'Thế cờ đầu',
  'frame.again': 'Chơi lại',
  'frame.open': 'Mở trong Cannonfish',
  'frame.fault.fen': 'Không hiện được thế cờ này',
  'frame.fault.pgn': 'Không đọc được ván cờ này',
  'frame.fault.moves': 'Các nước đi này không hợp lệ',
  'frame.fault.option': 'Tùy chọn không hợp lệ trong địa chỉ',
  'frame.fault.option.text': '{option}={value} (cho phép: {allowed})',
  'frame.fault.engine': 'Máy không chạy được ở đây',
  'frame.fault.puzzle': 'Không tìm thấy bài tập',
};
