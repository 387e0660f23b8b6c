// 嵌入說明頁的中文。

/** @type {typeof import('./embedding.en.js').default} */
export default {
  title: '嵌入棋盤',
  lead: '只需一行程式碼，就能在任何網頁中放入象棋棋盤、棋譜、人機對弈或習題：部落格、講義、GitHub Pages。無需伺服器，無需帳號，也不向其他網站請求資料。',
  own: {
    title: '嵌入自己的棋譜或局面',
    text: '在對弈頁面走出、貼上或擺好，再點「匯出」→「嵌入」，程式碼就可以複製了。',
    link: '前往對弈頁面',
  },
  try: '預覽',
  options: '選項',
  snippet: '供複製的程式碼',
  element: '元素',
  frame: 'iframe',
  copy: '複製',
  copied: '已複製',
  usual: '預設',
  kinds: {
    play: '對弈',
    view: '打譜',
    puzzle: '習題',
  },
  about: {
    game: '棋種',
    mode: '與引擎對弈、查看局面或棋譜、做習題',
    fen: '初始局面（FEN）；在網址中，空格可寫成底線（_）',
    moves: '從該局面開始的著法，用座標表示；習題則為答案，從解題方的著法開始',
    pgn: 'PGN 或 DhtmlXQ 棋譜。讀取時會載入引擎',
    ply: '首先顯示第幾著之後的局面；預設為最後局面',
    puzzle: '本站習題的編號，或 daily（每日一題）',
    color: '訪客執哪一方；both 表示雙人對弈，或由你的腳本走棋',
    orientation: '哪一方在下方',
    level: '引擎的棋力：1（適合初學者）到 12；六子衝是 1 到 5。預設 1，六子衝預設 2',
    movetime: '引擎每著的最長思考時間（毫秒）',
    clock: '每方的分鐘數及每著加秒（5+3）或讀秒（10+30b），用於對弈。從第一著起計時，引擎載入或休眠時停表',
    theme: '淺色或深色；預設跟隨訪客的系統',
    board: '棋盤樣式',
    pieces: '繁體字、簡體字、圖形或字母',
    bg: '背景顏色；預設透明',
    coords: '棋盤邊緣的標註',
    notation: '記譜方式',
    lang: '語言；預設與訪客相同',
    controls: '棋盤上下的工具列',
    hints: '是否顯示提示按鈕',
    evals: '是否顯示引擎評分',
    arrows: '要畫的箭頭和圓圈',
    id: '你給框架起的名字，框架的每條訊息都會帶上',
    origin: '你的網頁的來源（origin），僅當網頁對框架隱藏它時才需要；其他來源的訊息一律忽略',
  },
  sections: [
    {
      title: '適用範圍',
      text: [
        '棋盤很小，立即顯示；Python 和引擎（近 7 MB，之後由瀏覽器快取）在訪客點按棋盤準備走棋時才載入。只顯示局面、象棋座標棋譜或本站習題時，用不到它們。',
        '任何主機、任何路徑都可以：GitHub Pages 的專案頁、個人頁或自己的網域。如果要把檔案放在自己的網站上，只需複製 dist/ 資料夾並換成自己的網址，其餘不變。這樣一來，如果你的頁面離線時也能重新整理，而且訪客以前打開過你網站上的 Cannonfish 頁面，棋盤在重新整理後就仍可使用；瀏覽器不允許其他網站的框架這樣做，它們離線後只能用到關閉為止。',
      ],
    },
    {
      title: '用於部落格或課程頁面',
      text: [
        '要嵌入引擎課程中的一課，請打開那一課，複製末尾的程式碼：它在你的頁面裡照樣可以執行和檢查。',
        '元素中的文字就是局面或棋譜，腳本無法執行時讀者看到的也是它。棋盤高度由寬度決定；加上 fixed 屬性則填滿指定的高度。如果腳本經過打包，請用 base 屬性指明 Cannonfish 的網址。',
      ],
      code: `<script src="{base}embed/cannonfish-embed.js" defer></script>

<xiangqi-board mode="puzzle" fen="3k5/4R4/9/8p/9/9/9/9/9/R3K4 w" moves="a0a9"></xiangqi-board>

<xiangqi-board mode="view" ply="0">
[Red "紅方"]
[Black "黑方"]

1. 炮二平五 馬8進7 2. 馬二進三 車9平8 *
</xiangqi-board>`,
    },
    {
      title: '用腳本控制',
      text: [
        '方法：move、undo、redo、flip、go、stop、hint、load、sleep，都傳回 Promise。屬性：fen、moves、state。事件：ready、state、move、info、gameover、solved、failed、error。TypeScript 型別見 embed/cannonfish-embed.d.ts。',
      ],
      code: `const board = document.querySelector('xiangqi-board');
board.addEventListener('move', ({ detail }) => console.log(detail.by, detail.move));
board.addEventListener('solved', ({ detail }) => console.log('solved', detail.puzzle));
await board.load({ fen: '3k5/4R4/9/8p/9/9/9/9/9/R3K4 w', level: 9 });
const { bestmove } = await board.go({ depth: 8 });`,
    },
    {
      title: '訊息介面',
      text: [
        '普通的 iframe 可以用 postMessage 通訊。它只接收所在網頁的訊息；來自其他來源或視窗的訊息一律忽略。如果你的網頁隱藏網址（Referrer-Policy: no-referrer），請在網址中寫明：embed.html?origin=https://你的網站。任何訊息都不能執行程式碼。',
        '發給框架：get、set（上面的選項）、move、undo、redo、flip、go、stop、hint、sleep。框架發出：ready、state、move、info、bestmove、gameover、puzzle、resize、error。每個請求帶有你指定的 id，並得到一次同 id 的回覆；執行 go 時，先收到若干則同 id 的 info，最後才是回覆。框架主動發出的訊息 id 為 null。如果 set 的回覆中 reloads 為 true，請等收到下一個 ready 後再傳送其他請求。請求按到達的先後執行；搜尋（go、hint）一開始就輪到下一個請求，因此可以用 stop 結束。類型或欄位不存在的請求會被拒絕，並指明是哪一個：unknown_type、unknown_field。不支援的協定版本會收到 unsupported_version。',
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
      title: '只用引擎',
      text: [
        '供程式使用的模組，基於 Promise，不帶棋盤。在其他來源上，它透過你自己的 worker 啟動引擎。TypeScript 型別見 embed/cannonfish.d.ts。',
        'dist/ 資料夾就是名為 cannonfish 的 npm 套件，已包含引擎：「npm install path/to/dist」，然後匯入 node_modules/cannonfish/embed/cannonfish.js，或用 import map 匯入「cannonfish」。如果打包工具移動了模組，請指明資料夾的網址：load({ base })。',
        'python/ 中的 wheel 可在任何 Pyodide 和 JupyterLite 中執行。用 pip 安裝後，cannonfish 指令支援 UCI 和 UCCI 協定。',
      ],
      code: `import { load } from '{base}embed/cannonfish.js';

const engine = await load();
const { bestmove, info } = await engine.go({ moves: ['h2e2'], limits: { level: 10 } });
console.log(bestmove, info.score);`,
    },
    {
      title: '如果網頁設有內容安全政策（CSP）',
      text: [
        "使用元素時，script-src 和 frame-src 中要寫上我們的來源（第一行）；只用引擎時需要第二行：worker-src 寫上 blob: 和我們的來源，connect-src 寫上我們的來源，再加上 'wasm-unsafe-eval'。我們自己的頁面採用嚴格的政策：不載入其他來源的內容，行內腳本只有一段（憑雜湊值放行），不由文字產生 HTML。",
        '如果檔案由你自己代管並且可以設定回應標頭，請以回應標頭傳送同樣的政策，用 frame-ancestors 寫明允許誰嵌入，再加上 X-Content-Type-Options: nosniff 和 Referrer-Policy: no-referrer。',
      ],
      code: `Content-Security-Policy: script-src 'self' {origin}; frame-src {origin}

Content-Security-Policy: script-src 'self' {origin} 'wasm-unsafe-eval'; worker-src blob: {origin}; connect-src 'self' {origin}`,
    },
    {
      title: '授權',
      text: [
        '你的網頁載入的腳本（embed/）採用 MIT 授權，引擎也是。框架中的棋盤採用 GPL-3.0-or-later；嵌入框架不會使你的網頁成為它的一部分。授權全文見 licences/。',
      ],
      link: { href: 'licences/index.html', text: '全部授權' },
    },
  ],
};
