// @ts-check
// Vietnamese words of the analysis board.

/** @type {import('./index.js').Translation<typeof import('./analysis.en.js').default>} */
export default {
  'analysis.title': 'Cannonfish: bàn phân tích cờ tướng',
  'analysis.settings': 'Tùy chọn phân tích',
  'analysis.lines': 'Số phương án',
  'analysis.limit': 'Dừng sau',
  'analysis.limit.infinite': 'Không giới hạn',
  'analysis.limit.time': '{number} giây',
  'analysis.limit.depth': 'Độ sâu {number}',
  'analysis.limit.nodes': '{number} nút',
  'analysis.arrows': 'Vẽ mũi tên cho nước hay nhất',
  'analysis.threat': 'Xem đòn đe dọa',
  'analysis.threat.check': 'Không xem được đòn đe dọa: bên đi đang bị chiếu.',
  'analysis.bestLines': 'Phương án hay nhất',
  'analysis.over': 'Ván cờ kết thúc tại đây.',
  'analysis.refused': 'Máy không phân tích được thế cờ này.',
  'analysis.bar': 'Đánh giá: {score}',
  'analysis.bar.none': 'Đánh giá: chưa có',
  'analysis.panels': 'Công cụ',
  'analysis.panel.graph': 'Biểu đồ',
  'analysis.panel.failed': 'Không tải được phần này. Hãy kiểm tra kết nối mạng.',
  'analysis.panel.retry': 'Thử lại',
  'analysis.graph': 'Biểu đồ đánh giá',
  'analysis.graph.none': 'Các thế cờ đã phân tích sẽ hiện trên biểu đồ.',
};
