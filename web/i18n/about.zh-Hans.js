// @ts-check
// “关于”页的中文，以及没有对局的页面的页脚。

/** @type {import('./index.js').Translation<typeof import('./about.en.js').default>} */
export default {
  'nav.embedding': '把棋盘放进网页',
  'nav.licences': '许可证',
  'about.page': '关于 Cannonfish',
  'about.skip': '跳到正文',
  'about.title': '关于 Cannonfish',
  'about.lead': '象棋、六子冲、国际象棋，对手是在你的浏览器里运行的引擎，离线也能下。',
  'about.how': '工作原理',
  'about.how.text':
    '规则和引擎是一个 Python 程序。浏览器用 Pyodide 在后台运行它，一个用 Python 写的小编译器把最内层的循环变成 WebAssembly。页面只管显示，哪些着法合法，都向 Python 的规则询问。',
  'about.versions': '版本',
  'about.version.engine': '引擎',
  'about.version.site': '本站版本',
  'about.version.python': 'Python',
  'about.version.pyodide': 'Pyodide',
  'about.version.unknown': '联网后才能显示',
  'about.keys': '键盘和鼠标',
  'about.key': '按键',
  'about.action': '作用',
  'about.keys.board': '在棋盘上',
  'about.keys.page': '在页面其他地方',
  'about.keys.arrows': '移到相邻的点',
  'about.keys.homeEnd': '到这一行的头、尾，加 Ctrl 到棋盘的角',
  'about.keys.pages': '到这一列的头、尾',
  'about.keys.enter': '拿起棋子、落子',
  'about.keys.escape': '放回棋子，取消预走',
  'about.keys.step': '上一步、下一步',
  'about.keys.ends': '最初局面、最后局面（焦点在着法列表或按钮上时）',
  'about.keys.undo': '悔棋',
  'about.keys.redo': '重走',
  'about.keys.space': '空格',
  'about.keys.mouse': '在棋盘上用鼠标',
  'about.keys.rightDrag': '右键拖动',
  'about.keys.rightClick': '右键单击',
  'about.keys.draw': '画箭头、圆圈；点空处清除',
  'about.keys.colours': '换一种颜色',
  'about.privacy': '隐私',
  'about.privacy.text':
    '任何数据都不会离开你的设备。没有账号，没有 Cookie，没有统计，也不连接别的服务器；对局、习题进度和设置都由浏览器保存，清除本站数据即可删除。',
  'about.licence': '许可证与源代码',
  'about.licence.text':
    'Cannonfish 是自由软件。引擎采用 MIT 许可证；网页因所用的棋盘组件，采用 GNU 通用公共许可证第三版或更新版本。',
  'about.licence.all': '全部许可证，以及本站所含的他人作品',
  'about.licence.engine': '引擎及其源代码（Python 包）',
};
