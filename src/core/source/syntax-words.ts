import type { ErrorCode } from 'yaml'

/** The YAML library gives each problem a code and an English explanation; these Chinese texts say how to fix it. */
export const SYNTAX_WORDS = {
  ALIAS_PROPS: '别名（*名称）前不能有标签或锚点，请删去',
  BAD_ALIAS: '别名不正确；以 * 开头的文字请用引号括起来',
  BAD_DIRECTIVE: '以 % 开头的行会被当作指令，请删去或用引号括起来',
  BAD_DQ_ESCAPE: '双引号内的转义不正确；反斜杠请写成 \\\\，或改用单引号',
  BAD_INDENT: '缩进不正确，或前面的括号、引号没有写完：同一层的各行要对齐，下一层多缩进两个空格',
  BAD_PROP_ORDER: '标签或锚点的位置不正确，请删去',
  BAD_SCALAR_START: '值不能以该字符开头（如 @ `），请用引号括起来',
  BLOCK_AS_IMPLICIT_KEY: '此处不能再接一层“键: 值”：请换行并缩进；值里含有“: ”时请用引号括起来',
  BLOCK_IN_FLOW: '花括号或方括号内不能换成缩进写法：请写在括号内或去掉括号；项目之间的逗号要用半角的“, ”，不能用“，”',
  DUPLICATE_KEY: '同一层里这个键出现了两次，请删去一个',
  IMPOSSIBLE: '此处无法理解，请检查上一行的引号和括号',
  KEY_OVER_1024_CHARS: '键太长（超过 1024 个字符）：多半是前面少了引号或冒号',
  MISSING_CHAR: '缺少字符：请检查引号、括号是否成对，冒号和逗号后是否有空格',
  MULTILINE_IMPLICIT_KEY: '键要写在一行内：请检查这一行是否少了冒号，冒号是否半角、后面有没有空格，引号是否成对',
  MULTIPLE_ANCHORS: '一处只能有一个锚点，请删去',
  MULTIPLE_DOCS: '一个文件只能有一份内容，请删去中间的 --- 行',
  MULTIPLE_TAGS: '一处只能有一个标签，请删去',
  NON_STRING_KEY: '键应为文字，请用引号括起来',
  RESOURCE_EXHAUSTION: '嵌套层数过多，请减少层数',
  TAB_AS_INDENT: '缩进不能用制表符（Tab），请改用空格',
  TAG_RESOLVE_FAILED: '不认识以 ! 开头的标签；以 ! 开头的文字请用引号括起来',
  UNEXPECTED_TOKEN: '此处多了字符：请检查引号、括号是否成对，值里含有 : # , 等字符时请用引号括起来',
  BAD_COLLECTION_TYPE: '集合的类型与标签不符，请删去标签',
} as const satisfies Record<ErrorCode, string>
