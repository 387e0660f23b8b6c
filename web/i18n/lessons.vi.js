// Vietnamese words of "How the pieces move".

/** @type {import('./index.js').Translation<typeof import('./lessons.en.js').default>} */
export default {
  'lesson.page': 'Cannonfish: cách đi quân',
  'lesson.title': 'Cách đi quân',
  'lesson.topics': 'Mục lục',
  'lesson.step': 'Bước {number} trên {total}',
  'lesson.back': 'Quay lại',
  'lesson.next': 'Tiếp',
  'lesson.again': 'Làm lại',
  'lesson.watch': 'Xem lại',
  'lesson.first': 'Chơi ván đầu tiên',
  'lesson.first.note': 'Với cấp dễ nhất. Nước nào cũng đi lại được.',
  'lesson.more': 'Xem cách đi',
  'lesson.tap': 'Chạm vào một quân: các nước đi sẽ hiện lên.',
  'lesson.walk': 'Chạm vào quân, rồi chạm vào điểm được đánh dấu.',
  'lesson.turn': 'Đến lượt bạn.',
  'lesson.wrong': 'Chưa đúng. Hãy thử nước khác.',
  'lesson.done': 'đã xong',

  'lesson.topic.board': 'Bàn cờ',
  'lesson.topic.chariot': 'Xe',
  'lesson.topic.horse': 'Mã',
  'lesson.topic.cannon': 'Pháo',
  'lesson.topic.soldier': 'Tốt',
  'lesson.topic.elephant': 'Tượng',
  'lesson.topic.advisor': 'Sĩ',
  'lesson.topic.general': 'Tướng',
  'lesson.topic.facing': 'Lộ mặt Tướng',
  'lesson.topic.check': 'Chiếu và chiếu hết',
  'lesson.topic.stalemate': 'Hết nước đi',
  'lesson.topic.repetition': 'Lặp lại',
  'lesson.topic.stones': 'Quân cờ',
  'lesson.topic.taking': 'Hai đánh một',
  'lesson.topic.shut-in': 'Vây kín',
  'lesson.topic.chess': 'Cờ vua tóm tắt',

  'lesson.board.text':
    'Quân cờ đứng ở giao điểm các đường kẻ. Đỏ đi trước; ai chiếu hết Tướng đối phương thì thắng. Chạm vào một quân Đỏ để xem nước đi.',
  'lesson.river.text':
    'Khoảng trống giữa bàn là sông. Tốt đã qua sông được đi ngang; Tượng không bao giờ qua sông. Hãy cho Tốt qua sông và ăn Pháo trong hai nước.',
  'lesson.river.solved': 'Qua sông, đi ngang một bước, và Pháo là của bạn.',
  'lesson.palace.text':
    'Hai ô vuông có đường chéo là cung. Tướng và hai Sĩ không rời khỏi cung của mình. Chạm vào cả ba quân.',
  'lesson.chariot.text':
    'Xe đi theo đường thẳng, xa bao nhiêu cũng được, nhưng không vượt qua quân khác. Nó ăn quân bằng cách đi tới chỗ quân đối phương, như hầu hết các quân. Hãy thử đi Xe.',
  'lesson.chariot-try.text': 'Dùng Xe ăn Pháo và Mã trong hai nước.',
  'lesson.chariot-try.solved': 'Hai nước, ăn hai quân. Xe là quân mạnh nhất.',
  'lesson.horse.text': 'Mã đi một bước thẳng rồi một bước chéo ra xa. Hãy thử đi Mã.',
  'lesson.horse-leg.text':
    'Mã không nhảy qua quân khác. Quân đứng sát Mã theo đường thẳng sẽ “cản chân Mã”: hai nước về phía đó không đi được. Chạm vào Mã.',
  'lesson.horse-try.text': 'Tốt đang cản chân Mã. Hãy đi vòng và ăn Xe trong hai nước.',
  'lesson.horse-try.solved': 'Vòng qua Tốt là ăn được Xe.',
  'lesson.cannon.text':
    'Pháo đi như Xe. Khi ăn quân, nó phải nhảy qua đúng một quân của bất cứ bên nào, gọi là “ngòi”. Chạm vào Pháo.',
  'lesson.cannon-try.text': 'Dùng Pháo ăn Xe. Trước hết hãy tìm đường có ngòi; cần hai nước.',
  'lesson.cannon-try.solved': 'Nhảy qua Tốt để ăn Xe: Pháo ăn quân như thế.',
  'lesson.soldier.text':
    'Tốt đi tới một bước. Khi đã qua sông, nó còn được đi ngang. Tốt không bao giờ đi lùi. Hãy tiến lên.',
  'lesson.soldier-try.text': 'Đưa Tốt qua sông và ăn Pháo trong bốn nước.',
  'lesson.soldier-try.solved': 'Giỏi lắm. Một Tốt qua sông đáng giá bằng hai Tốt ở nhà.',
  'lesson.elephant.text':
    'Tượng đi chéo đúng hai bước và không qua sông. Quân đứng ở điểm giữa sẽ “cản mắt Tượng”. Chạm vào cả hai Tượng.',
  'lesson.elephant-try.text': 'Mã chặn đường thẳng tới. Hãy dùng Tượng ăn Pháo trong ba nước.',
  'lesson.elephant-try.solved': 'Tượng đi chậm, nhưng rồi cũng tới.',
  'lesson.advisor.text': 'Sĩ đi một bước theo đường chéo trong cung, chỉ có năm điểm để đứng. Hãy thử đi Sĩ.',
  'lesson.advisor-try.text': 'Một Tốt đã vào cung. Hãy dùng Sĩ ăn nó trong hai nước.',
  'lesson.advisor-try.solved': 'Cung lại an toàn.',
  'lesson.general.text': 'Tướng đi một bước thẳng và không rời khỏi cung. Hãy thử đi Tướng trong cung.',
  'lesson.general-safe.text': 'Tướng không được đi vào chỗ quân đối phương kiểm soát. Chạm vào Tướng.',
  'lesson.general-try.text': 'Dùng Tướng ăn Tốt trong hai nước. Dù ở hàng cuối, Tốt vẫn ăn ngang.',
  'lesson.general-try.solved': 'Tướng cũng ăn quân được, miễn là an toàn.',
  'lesson.facing.text':
    'Hai Tướng không được đối mặt trên cùng một đường mà không có quân nào ở giữa. Chạm vào Tướng Đỏ.',
  'lesson.facing-shield.text':
    'Vì vậy quân đứng một mình giữa hai Tướng không được rời đường ấy. Chạm vào Pháo.',
  'lesson.facing-try.text': 'Từ xa, Tướng giữ cả một đường. Hãy tận dụng để chiếu hết trong một nước.',
  'lesson.facing-try.solved':
    'Xe chiếu, còn Tướng của bạn giữ lộ giữa nên Tướng Đen không ra được. Chiếu hết.',
  'lesson.check.text':
    'Tướng bị bắt gọi là bị chiếu, và phải đỡ ngay: chạy, chèn quân vào giữa, hoặc ăn quân đang chiếu. Hãy tìm cả ba cách.',
  'lesson.mate-try.text':
    'Bị chiếu mà không đỡ được là chiếu hết, ván cờ kết thúc. Hãy chiếu hết trong một nước.',
  'lesson.mate-try.solved': 'Một Xe chiếu ở hàng cuối, Xe kia giữ hàng trước đó. Chiếu hết.',
  'lesson.cannons-try.text': 'Chiếu hết trong một nước: Pháo này có thể làm ngòi cho Pháo kia.',
  'lesson.cannons-try.solved':
    'Pháo sau chiếu qua Pháo trước, quân nào chèn vào cũng vô ích. Pháo trùng, chiếu hết.',
  'lesson.stalemate-try.text':
    'Bên không còn nước đi hợp lệ là thua, dù không bị chiếu. (Trong cờ vua thì hòa.) Hãy làm cho Đen hết nước đi.',
  'lesson.stalemate-try.solved': 'Đen không bị chiếu nhưng không đi được nữa: hết nước đi, Đỏ thắng.',
  'lesson.repetition-try.text':
    'Khi một thế cờ xuất hiện lần thứ ba, bên nào chiếu liên tục (trường chiếu) hay đuổi bắt mãi một quân (trường tróc) thì thua; các trường hợp khác là hòa. Đỏ đang chiếu qua chiếu lại: hãy đi nước khác.',
  'lesson.repetition-try.solved': 'Vòng lặp đã bị phá, ván cờ tiếp tục.',
  'lesson.repetition-try.wrong':
    'Không phải nước đó: hoặc là chiếu lặp lại lần thứ ba nên thua, hoặc Tướng sẽ ăn Xe.',

  'lesson.stones.text':
    'Mỗi bên sáu quân trên mười sáu điểm. Trắng đi trước. Mỗi nước đi một bước theo đường kẻ tới điểm trống. Chạm vào một quân Trắng.',
  'lesson.stones-try.text':
    'Các quân cản lẫn nhau, và không ai được bỏ lượt. Hãy tìm nước duy nhất của Trắng.',
  'lesson.stones-try.solved': 'Mọi quân khác đều bị chặn.',
  'lesson.taking.text':
    'Hai đánh một: đi một quân sao cho hai quân của bạn đứng liền nhau trên một đường, sát bên là một quân địch và điểm cuối của đường bỏ trống. Hãy ăn một quân.',
  'lesson.taking.solved': 'Hai chọi một, phía sau lại trống: ăn được.',
  'lesson.taking-one.text':
    'Phải đúng như vậy: ba quân của bạn không ăn được, hai quân địch liền nhau thì an toàn, và quân vừa đi phải là một trong hai quân. Hãy tìm nước duy nhất ăn được quân.',
  'lesson.taking-one.solved': 'Hai quân Trắng, một quân Đen, một điểm trống.',
  'lesson.taking-two.text': 'Hàng và cột được tính cùng lúc. Hãy ăn hai quân bằng một nước.',
  'lesson.taking-two.solved': 'Một quân theo hàng, một quân theo cột.',
  'lesson.shut-in-try.text': 'Bên không đi được là thua. Hãy vây kín Đen bằng một nước.',
  'lesson.shut-in-try.solved':
    'Đen vẫn còn quân nhưng không có nước đi. Bạn thắng! Nếu cả hai đi hoàn hảo thì hòa: trò chơi này đã được giải.',

  'lesson.chess.text':
    'Trong cờ vua, quân cờ đứng trong ô và ăn bằng cách đi vào ô của quân đối phương. Chạm vào từng quân Trắng.',
  'lesson.chess-special.text':
    'Ba nước đặc biệt. Nhập thành: Vua đi hai ô về phía Xe. Phong cấp: Tốt tới hàng cuối thành Hậu. Bắt Tốt qua đường: Tốt ăn Tốt vừa đi hai ô qua bên cạnh. Hãy thử.',
  'lesson.chess-try.text':
    'Chiếu hết là thắng, như cờ tướng; nhưng không bị chiếu mà hết nước đi thì hòa. Hãy chiếu hết trong một nước.',
  'lesson.chess-try.solved': 'Các Tốt lẽ ra bảo vệ Vua lại nhốt Vua. Chiếu hết.',

  'lesson.why.leg': 'Quân được khoanh cản chân Mã: hai điểm gạch chéo phía sau nó không đi tới được.',
  'lesson.why.screen': 'Quân được khoanh là ngòi: Pháo ăn quân đứng sau ngòi.',
  'lesson.why.noscreen': 'Trước con Mã không có ngòi,',
  'lesson.why.two': 'trước con Xe ở biên có hai quân: thừa một.',
  'lesson.why.eye': 'Quân được khoanh cản mắt Tượng: không đi tới điểm gạch chéo được.',
  'lesson.why.river': 'Các điểm gạch chéo ở bên kia sông, Tượng không qua đó.',
  'lesson.why.attacked': 'Quân được khoanh đang kiểm soát điểm gạch chéo, nên Tướng không được tới đó.',
  'lesson.why.facing': 'Ở điểm gạch chéo, nó sẽ đối mặt với Tướng Đen.',
  'lesson.why.shield': 'Nếu Pháo rời đường này, hai Tướng sẽ lộ mặt nhau.',

  'lesson.name.xiangqi.k': 'Tướng: đi thẳng một bước, trong cung.',
  'lesson.name.xiangqi.a': 'Sĩ: đi chéo một bước, trong cung.',
  'lesson.name.xiangqi.b': 'Tượng: đi chéo hai bước, không qua sông.',
  'lesson.name.xiangqi.n': 'Mã: một bước thẳng rồi một bước chéo.',
  'lesson.name.xiangqi.r': 'Xe: đi thẳng, xa bao nhiêu cũng được.',
  'lesson.name.xiangqi.c': 'Pháo: đi như Xe, nhưng ăn qua một ngòi.',
  'lesson.name.xiangqi.p': 'Tốt: tới một bước; qua sông được đi ngang.',
  'lesson.name.chess.k': 'Vua: một ô mọi hướng, không vào ô bị kiểm soát.',
  'lesson.name.chess.q': 'Hậu: đi thẳng hoặc chéo, xa bao nhiêu cũng được.',
  'lesson.name.chess.r': 'Xe: đi thẳng, xa bao nhiêu cũng được.',
  'lesson.name.chess.b': 'Tượng: đi chéo, xa bao nhiêu cũng được.',
  'lesson.name.chess.n': 'Mã: hai ô thẳng và một ô ngang, nhảy qua quân khác.',
  'lesson.name.chess.p': 'Tốt: tới một ô, lần đầu được hai ô; ăn chéo phía trước.',
};
