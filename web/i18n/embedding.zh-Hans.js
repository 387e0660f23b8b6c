// 嵌入说明页的中文。

/** @type {typeof import('./embedding.en.js').default} */
export default {
  title: '嵌入棋盘',
  lead: '只需一行代码，就能在任何网页中放入象棋棋盘、棋谱、人机对弈或习题：博客、讲义、GitHub Pages。无需服务器，无需账号，也不向其他网站请求数据。',
  own: {
    title: '嵌入自己的棋谱或局面',
    text: '在对弈页面走出、粘贴或摆好，再点“导出”→“嵌入”，代码就可以复制了。',
    link: '前往对弈页面',
  },
  try: '预览',
  options: '选项',
  snippet: '供复制的代码',
  element: '元素',
  frame: 'iframe',
  copy: '复制',
  copied: '已复制',
  usual: '默认',
  kinds: {
    play: '对弈',
    view: '打谱',
    puzzle: '习题',
  },
  about: {
    game: '棋种',
    mode: '与引擎对弈、查看局面或棋谱、做习题',
    fen: '初始局面（FEN）；在网址中，空格可写成下划线',
    moves: '从该局面开始的着法，用坐标表示；习题则为答案，从解题方的着法开始',
    pgn: 'PGN 或 DhtmlXQ 棋谱。读取时会载入引擎',
    ply: '首先显示第几着之后的局面；默认为最后局面',
    puzzle: '本站习题的编号，或 daily（每日一题）',
    color: '访客执哪一方；both 表示双人对弈，或由你的脚本走棋',
    orientation: '哪一方在下方',
    level: '引擎的棋力：1（适合初学者）到 12；六子冲是 1 到 5。默认 1，六子冲默认 2',
    movetime: '引擎每着的最长思考时间（毫秒）',
    clock: '每方的分钟数及每着加秒（5+3）或读秒（10+30b），用于对弈。从第一着起计时，引擎载入或休眠时停表',
    theme: '浅色或深色；默认跟随访客的系统',
    board: '棋盘样式',
    pieces: '繁体字、简体字、图形或字母',
    bg: '背景颜色；默认透明',
    coords: '棋盘边缘的标注',
    notation: '记谱方式',
    lang: '语言；默认与访客相同',
    controls: '棋盘上下的工具栏',
    hints: '是否显示提示按钮',
    evals: '是否显示引擎评分',
    arrows: '要画的箭头和圆圈',
    id: '你给框架起的名字，框架的每条消息都会带上',
    origin: '你的网页的源（origin），仅当网页对框架隐藏它时才需要；其他来源的消息一律忽略',
  },
  sections: [
    {
      title: '适用范围',
      text: [
        '棋盘很小，立即显示；Python 和引擎（近 7 MB，之后由浏览器缓存）在访客点按棋盘准备走棋时才载入。只显示局面、象棋坐标棋谱或本站习题时，用不到它们。',
        '任何主机、任何路径都可以：GitHub Pages 的项目页、个人页或自己的域名。如果要把文件放在自己的网站上，只需复制 dist/ 文件夹并换成自己的地址，其余不变。这样一来，如果你的页面离线时也能刷新，而且访客以前打开过你网站上的 Cannonfish 页面，棋盘在刷新后就仍可使用；浏览器不允许其他网站的框架这样做，它们离线后只能用到关闭为止。',
      ],
    },
    {
      title: '用于博客或课程页面',
      text: [
        '要嵌入引擎课程中的一课，请打开那一课，复制末尾的代码：它在你的页面里照样可以运行和检查。',
        '元素中的文字就是局面或棋谱，脚本无法运行时读者看到的也是它。棋盘高度由宽度决定；加上 fixed 属性则填满指定的高度。如果脚本经过打包，请用 base 属性指明 Cannonfish 的地址。',
      ],
      code: `<script src="{base}embed/cannonfish-embed.js" defer></script>

<xiangqi-board mode="puzzle" fen="3k5/4R4/9/8p/9/9/9/9/9/R3K4 w" moves="a0a9"></xiangqi-board>

<xiangqi-board mode="view" ply="0">
[Red "红方"]
[Black "黑方"]

1. 炮二平五 马8进7 2. 马二进三 车9平8 *
</xiangqi-board>`,
    },
    {
      title: '用脚本控制',
      text: [
        '方法：move、undo、redo、flip、go、stop、hint、load、sleep，都返回 Promise。属性：fen、moves、state。事件：ready、state、move、info、gameover、solved、failed、error。TypeScript 类型见 embed/cannonfish-embed.d.ts。',
      ],
      code: `const board = document.querySelector('xiangqi-board');
board.addEventListener('move', ({ detail }) => console.log(detail.by, detail.move));
board.addEventListener('solved', ({ detail }) => console.log('solved', detail.puzzle));
await board.load({ fen: '3k5/4R4/9/8p/9/9/9/9/9/R3K4 w', level: 9 });
const { bestmove } = await board.go({ depth: 8 });`,
    },
    {
      title: '消息接口',
      text: [
        '普通的 iframe 可以用 postMessage 通信。它只接收所在网页的消息；来自其他源或窗口的消息一律忽略。如果你的网页隐藏地址（Referrer-Policy: no-referrer），请在地址中写明：embed.html?origin=https://你的网站。任何消息都不能运行代码。',
        '发给框架：get、set（上面的选项）、move、undo、redo、flip、go、stop、hint、sleep。框架发出：ready、state、move、info、bestmove、gameover、puzzle、resize、error。每个请求带有你指定的 id，并得到一次同 id 的回复；执行 go 时，先收到若干条同 id 的 info，最后才是回复。框架主动发出的消息 id 为 null。如果 set 的回复中 reloads 为 true，请等收到下一个 ready 后再发送其他请求。请求按到达的先后执行；搜索（go、hint）一开始就轮到下一个请求，因此可以用 stop 结束。类型或字段不存在的请求会被拒绝，并指明是哪一个：unknown_type、unknown_field。不支持的协议版本会收到 unsupported_version。',
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
        '供程序使用的模块，基于 Promise，不带棋盘。在其他源上，它通过你自己的 worker 启动引擎。TypeScript 类型见 embed/cannonfish.d.ts。',
        'dist/ 文件夹就是名为 cannonfish 的 npm 包，已包含引擎：“npm install path/to/dist”，然后导入 node_modules/cannonfish/embed/cannonfish.js，或用 import map 导入“cannonfish”。如果打包工具移动了模块，请指明文件夹的地址：load({ base })。',
        'python/ 中的 wheel 可在任何 Pyodide 和 JupyterLite 中运行。用 pip 安装后，cannonfish 命令支持 UCI 和 UCCI 协议。',
      ],
      code: `import { load } from '{base}embed/cannonfish.js';

const engine = await load();
const { bestmove, info } = await engine.go({ moves: ['h2e2'], limits: { level: 10 } });
console.log(bestmove, info.score);`,
    },
    {
      title: '如果网页设有内容安全策略（CSP）',
      text: [
        "使用元素时，script-src 和 frame-src 中要写上我们的源（第一行）；只用引擎时需要第二行：worker-src 写上 blob: 和我们的源，connect-src 写上我们的源，再加上 'wasm-unsafe-eval'。我们自己的页面采用严格的策略：不载入其他来源的内容，内联脚本只有一段（凭哈希值放行），不由文本生成 HTML。",
        '如果文件由你自己托管并且可以设置响应头，请以响应头发送同样的策略，用 frame-ancestors 写明允许谁嵌入，再加上 X-Content-Type-Options: nosniff 和 Referrer-Policy: no-referrer。',
      ],
      code: `Content-Security-Policy: script-src 'self' {origin}; frame-src {origin}

Content-Security-Policy: script-src 'self' {origin} 'wasm-unsafe-eval'; worker-src blob: {origin}; connect-src 'self' {origin}`,
    },
    {
      title: '许可',
      text: [
        '你的网页载入的脚本（embed/）采用 MIT 许可，引擎也是。框架中的棋盘采用 GPL-3.0-or-later；嵌入框架不会使你的网页成为它的一部分。许可全文见 licences/。',
      ],
      link: { href: 'licences/index.html', text: '全部许可' },
    },
  ],
};
