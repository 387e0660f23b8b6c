// @ts-check
// 嵌入说明页的中文。

/** @type {typeof import('./embedding.en.js').embeddingEn} */
export const embeddingZhHans = {
  title: '把棋盘放进你的网页',
  lead: '一行代码，就能把象棋棋盘、打谱、对弈或残局放进任何网页：博客、讲义、GitHub Pages。不需要服务器，不需要账号，也不会向任何别的网站请求数据。',
  try: '试一试',
  options: '选项',
  snippet: '复制这段代码',
  element: '元素',
  frame: '框架',
  copy: '复制',
  copied: '已复制',
  usual: '默认',
  reset: '重新开始',
  kinds: {
    play: '对弈',
    view: '打谱',
    puzzle: '残局',
  },
  about: {
    game: '棋种',
    mode: '与引擎对弈、只看局面或棋谱、解残局',
    fen: '起始局面；写在地址里时空格可用下划线代替',
    moves: '从那里开始的着法，用坐标写；残局则是答案，解题方先走',
    pgn: '文本棋谱：PGN 或 DhtmlXQ。读取时会载入引擎',
    ply: '先显示第几步之后的局面；默认是最后',
    puzzle: '本站残局的编号，或 daily（每日一题）',
    color: '访客执哪一方；both 表示两人对下，或由你的脚本来走',
    orientation: '哪一方在下面',
    level: '引擎的棋力：1（适合初学者）到 12；六子冲是 1 到 5。默认 1，六子冲默认 2',
    movetime: '引擎每步最多思考的毫秒数',
    clock: '每方的分钟数，以及每走一步加的秒数，用于对弈。从第一步棋起计时，引擎载入或休眠时停表',
    theme: '浅色或深色；默认随访客的系统',
    board: '棋盘的质地',
    pieces: '繁体字、简体字或图形',
    bg: '背景：颜色；默认透明',
    coords: '棋盘边上写什么',
    notation: '着法的写法',
    lang: '语言；默认随访客',
    controls: '棋盘上下两行',
    hints: '是否有提示按钮',
    evals: '是否显示引擎的评分',
    arrows: '要画的箭头和圈',
    id: '你给框架起的名字，它的每条消息都会带上',
    origin: '你的网页的源：只听它的。元素会自己填好',
  },
  sections: [
    {
      title: '在哪里可用',
      text: [
        '棋盘立刻出现，分量很轻；Python 和引擎（约 6.5 MB，之后由浏览器保存）在访客第一次动手下棋时才载入。局面、坐标棋谱和本站残局都用不着它们。',
        '任何主机、任何路径都可以：GitHub Pages 的项目页、个人页、自己的域名。想把文件放在自己的网站上，就把 dist/ 文件夹复制过去，把地址换成自己的，其余不变。那样访客断网后还能继续，并且可以刷新；别的网站的框架得不到浏览器的这种许可，只能用到关闭为止。',
      ],
    },
    {
      title: '在博客或课程页面里',
      text: [
        '想嵌入自己的局面或棋局：在对弈页面上依次点“导出”“嵌入”，复制得到的代码即可。',
        '元素里的文字就是它的局面或棋谱，脚本不运行时读者看到的就是它。棋盘的高度随宽度而定；加上 fixed 属性，就填满你给的高度。脚本由打包工具打包时，用 base 属性说明 Cannonfish 在哪里。',
      ],
      code: `<script src="{base}embed/cannonfish-embed.js" defer></script>

<xiangqi-board mode="puzzle" fen="3k5/4R4/9/8p/9/9/9/9/9/R3K4 w" moves="a0a9"></xiangqi-board>

<xiangqi-board mode="view">
[Red "红方"]
[Black "黑方"]

1. 炮二平五 马8进7 2. 马二进三 车9平8 *
</xiangqi-board>`,
    },
    {
      title: '用脚本驱动',
      text: [
        '方法：move、undo、redo、flip、go、stop、hint、load、sleep，都返回 Promise。属性：fen、moves、state。事件：ready、state、move、info、gameover、solved、failed、error。类型在 embed/cannonfish-embed.d.ts。',
      ],
      code: `const board = document.querySelector('xiangqi-board');
board.addEventListener('move', ({ detail }) => console.log(detail.by, detail.move));
board.addEventListener('solved', ({ detail }) => console.log('solved', detail.puzzle));
await board.load({ fen: '3k5/4R4/9/8p/9/9/9/9/9/R3K4 w', level: 9 });
const { bestmove } = await board.go({ depth: 8 });`,
    },
    {
      title: '底层的消息',
      text: [
        '普通的框架可以用 postMessage 对话。把你的源写进它的地址；别的源、别的窗口发来的消息一概不理，代码也一样：没有任何消息会运行代码。',
        '发给框架：get、set（上面的选项）、move、undo、redo、flip、go、stop、hint、sleep。框架发出：ready、state、move、info、bestmove、gameover、puzzle、resize、error。你的请求带上自己的 id，得到一次同 id 的回答；主动的消息 id 为 null。框架不懂的版本，回答 unsupported_version。',
      ],
      code: `frame.contentWindow.postMessage({ ns: 'cannonfish', v: 1, id: 1, type: 'move', move: 'h2e2' }, '{origin}');

addEventListener('message', ({ data, origin, source }) => {
  if (origin !== '{origin}' || source !== frame.contentWindow || data.ns !== 'cannonfish') return;
  if (data.id === 1) console.log(data.type, data.state?.fen ?? data.code);
});`,
    },
    {
      title: '只要引擎',
      text: [
        '给程序用的模块，不带棋盘，全是 Promise。在别的源上，它通过你自己的 worker 启动引擎。类型在 embed/cannonfish.d.ts。',
        'dist/ 文件夹就是名为 cannonfish 的 npm 包，引擎在内：“npm install path/to/dist”，然后导入 node_modules/cannonfish/embed/cannonfish.js，或用 import map 导入 “cannonfish”。打包工具会移动模块时，要说明文件夹放在哪里：load({ base })。',
        'python/ 里的 wheel 可以在任何 Pyodide、JupyterLite 里运行，也可以用 pip 装到终端：那里的 cannonfish 命令会说 UCI 和 UCCI。',
      ],
      code: `import { load } from '{base}embed/cannonfish.js';

const engine = await load();
const { bestmove, info } = await engine.go({ moves: ['h2e2'], limits: { level: 10 } });
console.log(bestmove, info.score);`,
    },
    {
      title: '如果你的网页有内容安全策略',
      text: [
        '元素需要 script-src 和 frame-src 写上我们的源，即下面第一行；只用引擎的话需要第二行：worker-src 写上 blob: 和我们的源，connect-src 也写上它，以及 ‘wasm-unsafe-eval’。我们自己的页面带有严格的策略：不取别处的任何东西，没有内联脚本，不把文字当作标记。',
        '如果你自己提供文件并且可以设置响应头，就把同样的策略作为响应头发送，用 frame-ancestors 写明谁可以嵌入你，再加上 X-Content-Type-Options: nosniff 和 Referrer-Policy: no-referrer。',
      ],
      code: `Content-Security-Policy: script-src 'self' {origin}; frame-src {origin}

Content-Security-Policy: script-src 'self' {origin} 'wasm-unsafe-eval'; worker-src blob: {origin}; connect-src 'self' {origin}`,
    },
    {
      title: '许可',
      text: [
        '你的网页载入的 embed/ 是 MIT 许可，引擎也是。框架里的棋盘是 GPL-3.0-or-later；用框架并不会使你的网页成为它的一部分。全部文本在 licences/。',
      ],
      link: { href: 'licences/index.html', text: '全部许可' },
    },
  ],
};
