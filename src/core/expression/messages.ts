type Words = [zh: string, en: string]

/** The library reports in English and in terms of its types; this says what the author should change. */
const MEANING: Record<string, Words> = {
  unexpected_token: ['表达式没有写完，或多了什么', 'The expression is incomplete or has something too much'],
  unexpected_character: [
    '表达式里有不认识的符号（比较用 ==，并且用 &&，或者用 ||）',
    'Unknown sign (compare with ==, and is &&, or is ||)',
  ],
  unterminated_string: ['文本少了收尾的引号', 'A text lacks its closing quote'],
  no_such_overload: [
    '两边类型不合（字典和日期是文本，要加引号；是否字段是 0 或 1）',
    'The two sides do not go together (dictionary keys and dates are texts in quotes; flags are 0 or 1)',
  ],
  no_matching_overload: ['没有这个函数，或参数类型不对', 'No such function, or its arguments have other types'],
  invalid_condition_type: ['条件应为是否值', 'A condition must be true or false'],
  invalid_logical_operand: ['&& 和 || 两边应为是否值', '&& and || join values that are true or false'],
}

/** `part`: the piece of the expression that is wrong; the library's own words are English. */
export function explainProblem(code: string, summary: string, part: string): { zh: string; en: string } {
  const [zh, en] = MEANING[code] ?? ['表达式有误：两边、各分支或参数的类型不合', 'The expression is wrong']
  return { zh: part === '' ? zh : `${zh}：“${part}”`, en: `${en}: ${summary}` }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: '文本',
  int: '整数',
  double: '数',
  bool: '是否值',
  list: '列表',
  map: '映射',
  null: '空值',
}
/** A type of the library in Chinese: `list<string>` is a list. */
export const typeWord = (type: string): string => TYPE_WORDS[type.split('<')[0]!] ?? '别的类型'
