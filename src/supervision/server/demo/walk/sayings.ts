/** What people of the demonstration write, by button and field; a field alone: whatever the button. */
export const SAYINGS: Readonly<Record<string, readonly string[]>> = {
  'pf.requirement': [
    '请于时限内核查主体资格和经营行为，依法处置后反馈。',
    '请核实网店实际经营主体，固定证据并依法处理。',
    '请重点核查许可资质与商品宣传用语，处置情况附整改前后截图。',
    '请联系平台协查经营者信息，一并反馈。',
  ],
  'sl.opinion': ['已受理，安排网监人员核查。', '已受理，拟电话核实后现场检查。', '受理，交执法人员办理。'],
  'confirm.opinion': ['经人工研判，线索属实。'],
  'exclude.opinion': [
    '商品描述为同类产品通用说明，不构成疾病治疗宣称，予以排除。',
    '页面已公示许可信息，系采集时图片未加载，予以排除。',
    '命中词出现在消费者评价中，非经营者宣传，予以排除。',
  ],
  'cancel.opinion': ['与在办线索属同一事项，予以撤销。', '录入信息有误，重新上报。'],
  'th.opinion': [
    '经现场核查，登记住所无此经营者，实际经营地不在本辖区。',
    '经核实，该主体已迁至外区，请重新指派。',
    '线索所附网址已失效，无法固定证据，请补充材料。',
  ],
  'refuse.opinion': ['平台住所地不在本市，请移送平台所在地处理。'],
  'reject.opinion': ['整改后截图未附，请补充后重新反馈。', '处理方式与核查结论不一致，请核实。'],
  'pass.opinion': ['处置到位，同意办结。', '整改材料齐全，同意办结。', '经复查页面已整改，同意。'],
  'delay.opinion': ['当事人在外地，约定下周到所接受询问，申请延期。', '需平台协查经营者信息，尚未回函，申请延期。'],
  'urge.opinion': ['临近办理时限，请抓紧核查并反馈。'],
  'file.opinion': ['符合立案条件，同意立案。'],
  'notFile.opinion': ['违法行为轻微并及时改正，没有造成危害后果，同意不予立案。'],
  'returnFile.opinion': ['请补充进货票据后再报。'],
}
export const TEXTS: Readonly<Record<string, readonly string[]>> = {
  opinion: ['同意。'],
  headOpinion: ['同意，报请审批。'],
  checkFindings: ['经核查网页、订单记录和进货票据，当事人在其网店销售涉案商品，页面宣传与事实不符，涉嫌违法。'],
  reviewOpinion: ['事实清楚、证据确凿、程序合法，同意。'],
  discretion: ['当事人主动改正并配合调查，参照裁量基准，在法定幅度内从轻。'],
  defence: ['当事人称已下架涉案商品并整改，请求从轻处罚。'],
  recheck: ['当事人已经改正的情节在拟处罚时已经考虑，不再采纳。'],
  performance: ['当事人按期在代收银行缴清罚没款。'],
  education: ['告知当事人广告和宣传须有依据，今后自查页面用语。'],
  moveArticle: ['《市场监督管理行政处罚程序规定》第十七条'],
  measures: [
    '约谈经营者，责令立即下架涉案商品并删除违法宣传内容，当场复查页面已整改。',
    '下发责令改正通知书，当事人于当日补充公示营业执照与许可信息，截图存档。',
    '现场检查经营场所，核对进货票据，责令停止销售涉案商品，函告平台下架链接。',
    '经核查当事人首次违法、情节轻微并及时改正，予以教育并责令整改。',
    '责令当事人修改商品标题和详情页用语，三日内复查已更正。',
  ],
  illegalFact: ['当事人在其网店销售涉案商品，页面宣传与事实不符，有网页截图、订单记录和询问笔录为证。'],
  replyText: ['已收悉，经核查依法处置，结果附后。'],
  rectifyOpinion: ['按期整改。'],
}
/** Which entries of dictionaries are chosen how often, by field. */
export const CHOICES: Readonly<Record<string, readonly (readonly [label: string, weight: number])[]>> = {
  processMode: [
    ['责令限期改正', 34],
    ['删除/下架违法信息', 26],
    ['行政指导/约谈', 14],
    ['不予处罚（轻微/首违）', 8],
    ['未发现违法行为', 7],
    ['简易程序处罚', 5],
    ['查无下落', 4],
    ['函告平台属地协查', 2],
  ],
  checkResult: [
    ['违反网络交易规定', 58],
    ['违反食品药品规定', 30],
    ['违反产品质量/计量规定', 12],
  ],
  transferReason: [
    ['主体不在本辖区', 60],
    ['平台属地处置', 30],
    ['非本部门职权', 10],
  ],
  returnReason: [
    ['非本辖区', 45],
    ['主体信息有误', 25],
    ['证据不足', 15],
    ['链接已失效', 15],
  ],
  reviewKind: [['案件审核', 1]],
  reviewResult: [['同意', 1]],
  noticeWay: [
    ['直接送达', 60],
    ['邮寄送达', 40],
  ],
  decisionWay: [
    ['直接送达', 60],
    ['邮寄送达', 40],
  ],
}
/** From and to; money in hundreds of yuan. */
export const NUMBERS: Readonly<Record<string, readonly [number, number]>> = {
  delayDays: [5, 10],
  deletedInfo: [1, 6],
  offShelf: [1, 4],
  intendedFine: [5, 60],
  intendedGain: [1, 30],
}
