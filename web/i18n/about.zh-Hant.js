// @ts-check
// 「關於」頁的中文，以及沒有對局的頁面的頁尾。

/** @type {import('./index.js').Translation<typeof import('./about.en.js').default>} */
export default {
  'nav.embedding': '把棋盤放進網頁',
  'nav.licences': '授權證',
  'about.page': '關於 Cannonfish',
  'about.skip': '跳到正文',
  'about.title': '關於 Cannonfish',
  'about.lead': '象棋、六子衝、西洋棋，對手是在你的瀏覽器裡執行的引擎，離線也能下。',
  'about.how': '工作原理',
  'about.how.text':
    '規則和引擎是一個 Python 程式。瀏覽器用 Pyodide 在背景執行它，一個用 Python 寫的小編譯器把最內層的迴圈變成 WebAssembly。頁面只管顯示，哪些著法合法，都向 Python 的規則詢問。',
  'about.versions': '版本',
  'about.version.engine': '引擎',
  'about.version.site': '本站版本',
  'about.version.python': 'Python',
  'about.version.pyodide': 'Pyodide',
  'about.version.unknown': '連線後才能顯示',
  'about.keys': '鍵盤和滑鼠',
  'about.key': '按鍵',
  'about.action': '作用',
  'about.keys.board': '在棋盤上',
  'about.keys.page': '在頁面其他地方',
  'about.keys.arrows': '移到相鄰的點',
  'about.keys.homeEnd': '到這一橫列的頭、尾，加 Ctrl 到棋盤的角',
  'about.keys.pages': '到這一直行的頭、尾',
  'about.keys.enter': '拿起棋子、落子',
  'about.keys.escape': '放回棋子，取消預走',
  'about.keys.step': '上一步、下一步',
  'about.keys.ends': '最初局面、最後局面（焦點在著法列表或按鈕上時）',
  'about.keys.undo': '悔棋',
  'about.keys.redo': '重走',
  'about.keys.space': '空格',
  'about.keys.mouse': '在棋盤上用滑鼠',
  'about.keys.rightDrag': '按右鍵拖曳',
  'about.keys.rightClick': '按右鍵',
  'about.keys.draw': '畫箭頭、圓圈；點空處清除',
  'about.keys.colours': '換一種顏色',
  'about.privacy': '隱私',
  'about.privacy.text':
    '任何資料都不會離開你的裝置。沒有帳號，沒有 Cookie，沒有統計，也不連線到別的伺服器；對局、習題進度和設定都由瀏覽器儲存，清除本站資料即可刪除。',
  'about.licence': '授權證與原始碼',
  'about.licence.text':
    'Cannonfish 是自由軟體。引擎採用 MIT 授權證；網頁因所用的棋盤元件，採用 GNU 通用公共授權證第三版或更新版本。',
  'about.licence.all': '全部授權證，以及本站所含的他人作品',
  'about.licence.engine': '引擎及其原始碼（Python 套件）',
};
