// The Vietnamese text of the page about embedding.

/** @type {typeof import('./embedding.en.js').default} */
export default {
  title: 'Nhúng bàn cờ',
  lead: 'Chỉ một dòng mã là có bàn cờ tướng, ván cờ để xem lại, đối thủ máy hoặc bài tập trên bất cứ trang web nào: blog, giáo trình, GitHub Pages. Không cần máy chủ, không cần tài khoản, không gửi yêu cầu tới trang khác.',
  own: {
    title: 'Ván cờ hoặc thế cờ của bạn',
    text: 'Chơi, dán hoặc xếp nó ở trang chơi, rồi bấm “Xuất” và “Nhúng”: mã đã sẵn sàng để chép.',
    link: 'Đến trang chơi',
  },
  try: 'Xem trước',
  options: 'Tùy chọn',
  snippet: 'Mã để chép',
  element: 'Phần tử',
  frame: 'iframe',
  copy: 'Sao chép',
  copied: 'Đã chép',
  usual: 'mặc định',
  kinds: {
    play: 'Chơi',
    view: 'Xem lại',
    puzzle: 'Bài tập',
  },
  about: {
    game: 'Loại cờ',
    mode: 'Chơi với máy, xem thế cờ hoặc ván cờ, hoặc giải bài tập',
    fen: 'Thế cờ ban đầu (FEN). Trong địa chỉ, dấu cách có thể viết thành dấu gạch dưới',
    moves:
      'Các nước từ thế cờ đó, viết bằng tọa độ; với bài tập là lời giải, bắt đầu bằng nước của người giải',
    pgn: 'Ván cờ dạng PGN hoặc DhtmlXQ. Khi đọc sẽ tải máy',
    ply: 'Ban đầu hiện thế cờ sau nước thứ mấy. Mặc định: thế cờ cuối',
    puzzle: 'Mã một bài tập của chúng tôi, hoặc “daily”',
    color: 'Bên của người xem; “both” cho hai người hoặc cho mã của bạn',
    orientation: 'Bên ở phía dưới',
    level: 'Sức cờ của máy, từ 1 (người mới) đến 12; Lục tử xung từ 1 đến 5. Mặc định: 1; Lục tử xung: 2',
    movetime: 'Thời gian nghĩ tối đa mỗi nước, tính bằng mili giây',
    clock:
      'Số phút mỗi bên cộng số giây mỗi nước (5+3) hoặc đọc giây (10+30b), cho chế độ chơi. Đồng hồ chạy từ nước đầu và dừng khi máy đang tải hoặc đang nghỉ',
    theme: 'Sáng hoặc tối. Mặc định: theo hệ thống của người xem',
    board: 'Kiểu bàn cờ',
    pieces: 'Chữ phồn thể, giản thể, hình vẽ hoặc chữ cái',
    bg: 'Màu nền; mặc định trong suốt',
    coords: 'Ký hiệu dọc mép bàn',
    notation: 'Cách ghi nước đi',
    lang: 'Ngôn ngữ. Mặc định: của người xem',
    controls: 'Các thanh phía trên và dưới bàn cờ',
    hints: 'Hiện nút gợi ý',
    evals: 'Hiện đánh giá của máy',
    arrows: 'Mũi tên và vòng tròn cần vẽ',
    id: 'Tên bạn đặt cho khung, có trong mọi thông điệp của nó',
    origin: 'Nguồn gốc (origin) của trang bạn, nếu trang giấu nó với khung; thông điệp từ nơi khác bị bỏ qua',
  },
  sections: [
    {
      title: 'Dùng được ở đâu',
      text: [
        'Bàn cờ nhỏ gọn và hiện ngay. Python và máy (gần 7 MB, sau đó được trình duyệt lưu lại) chỉ được tải khi người xem chạm vào bàn cờ để đi quân. Thế cờ, ván cờ tướng ghi bằng tọa độ và bài tập của chúng tôi hiện ra mà không cần đến chúng.',
        'Máy chủ và đường dẫn nào cũng được: trang dự án GitHub, trang cá nhân hay tên miền riêng. Để tự lưu trữ, hãy chép thư mục dist/ lên trang của bạn và dùng địa chỉ đó thay cho địa chỉ của chúng tôi; ngoài ra không đổi gì. Nếu trang của bạn tải lại được lúc ngoại tuyến thì bàn cờ lưu trữ trên cùng trang web cũng vậy, miễn là người xem đã từng mở một trang của Cannonfish ở đó; trình duyệt không cho khung từ trang khác làm vậy, chúng chỉ chạy ngoại tuyến đến khi bị đóng.',
      ],
    },
    {
      title: 'Trong blog hoặc trang học',
      text: [
        'Để nhúng một bài học về máy cờ, hãy mở bài đó và chép mã ở cuối bài: bài vẫn chạy và được chấm ngay trong trang của bạn.',
        'Văn bản bên trong phần tử là thế cờ hoặc ván cờ, và là thứ người đọc thấy khi mã không chạy. Chiều cao bàn cờ tùy theo chiều rộng; với thuộc tính “fixed”, nó lấp đầy chiều cao bạn cho. Nếu mã nằm trong một gói, hãy dùng thuộc tính “base” để chỉ nơi đặt Cannonfish.',
      ],
      code: `<script src="{base}embed/cannonfish-embed.js" defer></script>

<xiangqi-board mode="puzzle" fen="3k5/4R4/9/8p/9/9/9/9/9/R3K4 w" moves="a0a9"></xiangqi-board>

<xiangqi-board mode="view" ply="0">
[Red "Đỏ"]
[Black "Đen"]

1. C2=5 H8+7 2. H2+3 R9=8 *
</xiangqi-board>`,
    },
    {
      title: 'Điều khiển bằng mã',
      text: [
        'Phương thức: move, undo, redo, flip, go, stop, hint, load, sleep; mỗi cái trả về một promise. Thuộc tính: fen, moves, state. Sự kiện: ready, state, move, info, gameover, solved, failed, error. Kiểu TypeScript: embed/cannonfish-embed.d.ts.',
      ],
      code: `const board = document.querySelector('xiangqi-board');
board.addEventListener('move', ({ detail }) => console.log(detail.by, detail.move));
board.addEventListener('solved', ({ detail }) => console.log('solved', detail.puzzle));
await board.load({ fen: '3k5/4R4/9/8p/9/9/9/9/9/R3K4 w', level: 9 });
const { bestmove } = await board.go({ depth: 8 });`,
    },
    {
      title: 'Giao diện thông điệp',
      text: [
        'Bạn có thể trao đổi với một iframe thường bằng postMessage. Nó chỉ nghe trang chứa nó; thông điệp từ origin hay cửa sổ khác bị bỏ qua. Nếu trang của bạn giấu địa chỉ (Referrer-Policy: no-referrer), hãy ghi rõ: embed.html?origin=https://trang.cua.ban Không thông điệp nào chạy được mã.',
        'Gửi tới khung: get, set (các tùy chọn ở trên), move, undo, redo, flip, go, stop, hint, sleep. Từ khung: ready, state, move, info, bestmove, gameover, puzzle, resize, error. Mỗi yêu cầu mang một id do bạn chọn và được trả lời một lần với cùng id; với go, các thông điệp info mang id đó đến trước câu trả lời. Thông điệp khung tự gửi có id null. Nếu trả lời của set có reloads: true, hãy đợi ready tiếp theo rồi mới gửi yêu cầu khác. Các yêu cầu được thực hiện theo thứ tự đến; lệnh tìm nước (go, hint) chỉ cần bắt đầu là đến lượt yêu cầu sau, nên stop dừng được nó. Yêu cầu có kiểu hoặc trường không tồn tại bị từ chối kèm tên của nó: unknown_type, unknown_field. Phiên bản giao thức không được hỗ trợ sẽ nhận trả lời unsupported_version.',
      ],
      code: `frame.contentWindow.postMessage({ ns: 'cannonfish', v: 1, id: 1, type: 'move', move: 'h2e2' }, '{origin}');
frame.contentWindow.postMessage({ ns: 'cannonfish', v: 1, id: 2, type: 'go', limits: { depth: 8 } }, '{origin}');

addEventListener('message', ({ data, origin, source }) => {
  if (origin !== '{origin}' || source !== frame.contentWindow || data.ns !== 'cannonfish') return;
  if (data.id === 1) console.log(data.type, data.state?.fen ?? data.code);
  if (data.id === 2 && data.type === 'bestmove') console.log(data.bestmove);
});`,
    },
    {
      title: 'Chỉ dùng máy, không cần bàn cờ',
      text: [
        'Dành cho chương trình: một mô-đun dựa trên promise, không kèm bàn cờ. Ở origin khác, nó khởi động worker thông qua worker của bạn. Kiểu TypeScript: embed/cannonfish.d.ts.',
        'Thư mục dist/ chính là gói npm “cannonfish”, gồm cả máy: chạy “npm install path/to/dist”, rồi nạp node_modules/cannonfish/embed/cannonfish.js, hoặc “cannonfish” qua import map. Nếu công cụ đóng gói dời mô-đun, hãy cho biết thư mục nằm ở đâu: load({ base }).',
        'Gói wheel trong python/ chạy trong mọi Pyodide và JupyterLite. Khi cài bằng pip, lệnh “cannonfish” hiểu UCI và UCCI.',
      ],
      code: `import { load } from '{base}embed/cannonfish.js';

const engine = await load();
const { bestmove, info } = await engine.go({ moves: ['h2e2'], limits: { level: 10 } });
console.log(bestmove, info.score);`,
    },
    {
      title: 'Nếu trang của bạn có Content-Security-Policy',
      text: [
        "Phần tử cần origin của chúng tôi trong script-src và frame-src (dòng đầu). Chỉ dùng máy thì cần dòng thứ hai: blob: và origin của chúng tôi trong worker-src, origin của chúng tôi trong connect-src, và 'wasm-unsafe-eval'. Các trang của chúng tôi có chính sách nghiêm ngặt: không tải gì từ origin khác, không có script nội tuyến, trừ một đoạn được cho phép bằng giá trị băm, không dựng HTML từ văn bản.",
        'Nếu bạn tự lưu trữ tệp và đặt được tiêu đề HTTP, hãy gửi cùng chính sách dưới dạng tiêu đề, với frame-ancestors nêu ai được nhúng, cùng X-Content-Type-Options: nosniff và Referrer-Policy: no-referrer.',
      ],
      code: `Content-Security-Policy: script-src 'self' {origin}; frame-src {origin}

Content-Security-Policy: script-src 'self' {origin} 'wasm-unsafe-eval'; worker-src blob: {origin}; connect-src 'self' {origin}`,
    },
    {
      title: 'Giấy phép',
      text: [
        'Mã mà trang của bạn tải (embed/) theo giấy phép MIT, máy cũng vậy. Bàn cờ trong khung theo GPL-3.0-or-later; nhúng khung không làm trang của bạn trở thành một phần của nó. Toàn văn giấy phép ở licences/.',
      ],
      link: { href: 'licences/index.html', text: 'Tất cả giấy phép' },
    },
  ],
};
