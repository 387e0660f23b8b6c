// Vietnamese words of the page about the site.

/** @type {import('./index.js').Translation<typeof import('./about.en.js').default>} */
export default {
  'nav.embedding': 'Bàn cờ cho trang của bạn',
  'nav.licences': 'Giấy phép',
  'about.page': 'Giới thiệu Cannonfish',
  'about.skip': 'Tới nội dung',
  'about.title': 'Giới thiệu Cannonfish',
  'about.lead':
    'Chơi cờ tướng, Lục tử xung và cờ vua với máy chạy ngay trong trình duyệt, có mạng hay không đều được.',
  'about.how': 'Cách hoạt động',
  'about.how.text':
    'Luật chơi và máy là một chương trình Python. Trình duyệt chạy nó ở chế độ nền bằng Pyodide, và một trình biên dịch nhỏ viết bằng Python biến bàn cờ, các nước đi, phần đánh giá và tìm kiếm thành WebAssembly. Trang chỉ lo hiển thị: nước nào đi được, nó hỏi phần luật bằng Python.',
  'about.versions': 'Phiên bản',
  'about.version.engine': 'Máy',
  'about.version.site': 'Bản dựng của trang',
  'about.version.python': 'Python',
  'about.version.pyodide': 'Pyodide',
  'about.version.unknown': 'không rõ khi không có mạng',
  'about.keys': 'Bàn phím và chuột',
  'about.key': 'Phím',
  'about.action': 'Tác dụng',
  'about.keys.board': 'Trên bàn cờ',
  'about.keys.page': 'Ở chỗ khác trên trang',
  'about.keys.arrows': 'Sang điểm kế bên',
  'about.keys.homeEnd': 'Điểm đầu, cuối của hàng; thêm Ctrl để tới góc bàn',
  'about.keys.pages': 'Điểm đầu, cuối của cột',
  'about.keys.enter': 'Nhấc quân, đặt quân',
  'about.keys.escape': 'Đặt quân lại chỗ cũ, hủy nước đi trước',
  'about.keys.step': 'Nước trước, nước sau',
  'about.keys.ends':
    'Thế cờ đầu, thế cờ cuối (khi ở danh sách nước đi hoặc các nút); trên bàn phân tích, ↑ ↓ chọn biến khác',
  'about.keys.undo': 'Đi lại; trên bàn phân tích, hoàn tác lần sửa gần nhất',
  'about.keys.redo': 'Đi tiếp nước đã rút; trên bàn phân tích, làm lại lần sửa vừa hoàn tác',
  'about.keys.space': 'Phím cách',
  'about.keys.mouse': 'Dùng chuột trên bàn cờ',
  'about.keys.rightDrag': 'Kéo bằng chuột phải',
  'about.keys.rightClick': 'Nhấp chuột phải',
  'about.keys.draw': 'Vẽ mũi tên, vòng tròn; nhấp vào điểm trống để xóa',
  'about.keys.colours': 'Vẽ bằng màu khác',
  'about.privacy': 'Quyền riêng tư',
  'about.privacy.text':
    'Không có gì rời khỏi thiết bị của bạn. Không tài khoản, không cookie, không theo dõi, không máy chủ nào khác: ván cờ, bài tập và cài đặt do trình duyệt lưu giữ; xóa dữ liệu của trang này là xóa chúng.',
  'about.licence': 'Giấy phép và mã nguồn',
  'about.licence.text':
    'Cannonfish là phần mềm tự do. Máy theo giấy phép MIT; trang, vì bàn cờ mà nó dùng, theo Giấy phép Công cộng GNU phiên bản 3 trở lên.',
  'about.licence.all': 'Tất cả giấy phép và tác phẩm của người khác trong trang này',
  'about.licence.engine': 'Máy kèm mã nguồn, dưới dạng gói Python',
};
