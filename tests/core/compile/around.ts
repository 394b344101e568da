import { compilePage } from '../../../src/core/compile/page.ts'
import type { PageSurroundings } from '../../../src/core/compile/surroundings.ts'
import type { Call, Page } from '../../../src/core/contract/configuration.ts'
import { tree } from '../files.ts'

const ENTITY = `entity: book
label: 图书
key: bookId
title: name
fields:
  bookId: {label: 编号, kind: text}
  name: {label: 书名, kind: text, width: 240}
  count: {label: 数量, kind: int, min: 1, max: 9, required: =values.name != '', minItems: 2}
  limit: {label: 期限, kind: datetime, due: {days: 3}, min: =today}
  shelf: {label: 书架, kind: dict, dict: shelf}
  state: {label: 状态, kind: status, workflow: loan}
  owner: {label: 单位, kind: ref, ref: org}
  gone: false
`
const LOAN = `workflow: loan
record: {due: limit}
states:
  open: {label: 待办}
  held: {label: 中止, pauses: true}
  shut: {label: 办结, pauses: false}
  left: false
transitions:
  lend: {label: 借出, from: [open], confirm: 借出？, danger: true, form: {days: {label: 天数, kind: int}}}
  keep: {label: 保存, from: [open], via: save}
`

/** The call of a name, as an endpoint of that name is known. */
export const callNamed = (name: string): Call => ({
  name,
  method: 'POST',
  path: `/${name}`,
  in: 'body',
  envelope: 'code',
})

/** What a page of books is compiled against. */
export const around: PageSurroundings = {
  entity: tree(ENTITY),
  call: name => (name === 'unknown' ? undefined : callNamed(name)),
  dictionary: name => (name === 'missing' ? undefined : [['1', name]]),
  statistic: () => undefined,
  workflow: name => (name === 'loan' ? tree(LOAN) : undefined),
}

export const compiledPage = <P extends Page>(text: string, more: Partial<PageSurroundings> = {}): P =>
  compilePage('books', tree(text, 'schemas/pages/books.yaml'), { ...around, ...more }) as P
