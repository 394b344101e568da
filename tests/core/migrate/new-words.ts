import type { Files } from '../files.ts'

/** The folder of old-words.ts after its migration: the files that have changed. */
export const NEW: Files = {
  'schemas/app.yaml': `# the shell
title: 图书
version: 2
footer: {text: x} # below
`,
  'schemas/dictionaries/size.yaml': `dictionary: size
label: 大小
entries:
  '01': {label: 小, min: 0}
  "02":
    # from a hundred pages
    label: 大
    min: 100
  '03': 不详
`,
  'schemas/mixins/base.yaml': `mixin: base
label: 基础
fields:
  areaCode:
    label: 地区
    kind: area
    roles: ['1']
    required: =values.kind == '1'
    readOnly: true
    mask: {filters: {closed: 0}}
  rows:
    kind: table
    fields: {a: {roles: [], required: =values.b, editRoles: ['01'], mask: {kind: name, filters: {closed: [0, '1']}}}}
`,
  'schemas/entities/book.yaml': `# books
entity: book
label: 图书
key: bookId
title: name
# the second line of a choice
subtitle: author
mixins: [base]
fields:
  bookId: {label: 编号, kind: text, readOnly: true}
  name:
    label: 书名
    kind: text
    # only the head
    roles: ['1', "02"]
    editRoles: ['1']

    required: >-
      =values.kind == '1'
      && values.author != ''
    mask:
      kind: name
      filters: {kind: ['1']} # of some rows
  kind: {kind: text, required: true}
  author: {kind: text, computed: ='anonymous', min: 3, max: =today}
  state: {kind: status, workflow: loan}
  rows: {kind: table, fields: {n: {roles: ['1'], required: =values.a, editRoles: ['1'], mask: {filters: {a: b}}}}}
volume: large
`,
  'schemas/workflows/loan.yaml': `workflow: loan
label: 借阅
adminRoles: ['9']
record: {org: orgId, stateDue: stepLimit, entered: enteredAt, due: limit}
when: =record.kind == '1'
states: {open: {label: 待办}, held: {label: 在借}}
transitions:
  lend:
    label: 借出
    from: [open]
    to: held
    rolesByState: {open: ['1']}
    relations: [holder] # whose it is
    assign: {org: =row.orgId, user: '9'}
    effect: tellReader
    when: |-
      =row.count > 1
      && row.kind == '1'
    set: {state: 'held', count: =row.count + 1, note: '', days: 3, lentAt: =today}
    creates: {fine: {when: =row.late, set: {bookId: =row.bookId}}}
    branches: [{when: =row.x == 1, to: open}]
    due: {days: 7, limit: stateDue, since: now}
    form:
      days:
        kind: int
        roles: ['1']
        required: =values.more
        readOnly: true
        mask: {filters: {a: 1}}
      rows: {kind: table, fields: {n: {roles: ['1'], required: =values.a, editRoles: ['1'], mask: {filters: {a: b}}}}}
  keep: {label: 保存, from: [open], via: save, due: {days: =row.days, limit: due, since: =row.lentAt}}
`,
  'schemas/endpoints.yaml': `families:
  records:
    members: {book: {label: 图书}}
    calls:
      list: {label: "{label}列表", path: "/api/{name}/list", method: POST, in: body, params: [page], handler: list}
      drop:
        path: "/api/{name}/drop"
        method: GET
        in: query
        alsoInBody: [reason]
        changes: ["{name}"]
        changesByGet: true
endpoints:
  # the specification has it so
  book.send: {path: /api/send, method: GET, in: query, changesByGet: true}
  book.find:
    path: /api/find
    method: POST
    in: body
    params: {a: {kind: int}, b:}
    alsoInBody: [a]
    handler: find # by words
  book.none: false
`,
  'schemas/pages/books.yaml': `kind: list
title: 图书
entity: book
source: book.list
columns:
  name: {page: bookDetails, roles: ['1'], required: =values.a, readOnly: true, mask: {filters: {a: 1}}}
  kind:
  rows: {fields: {n: {roles: ['1'], required: =values.a, editRoles: ['1'], mask: {filters: {a: b}}}}}
filters:
  name: {roles: ['1'], required: =values.a, readOnly: true, mask: {filters: {a: 1}}}
  rows: {fields: {n: {roles: ['1'], required: =values.a, editRoles: ['1'], mask: {filters: {a: b}}}}}
tabs:
  # what is mine
  mine: {label: 本人, filters: {userId: =user.userId, kind: '1', closed: 0, count: ['1', 2]}}
chart: {kind: line, page: bookSums, filter: size, interval: month, x: day}
refresh: {when: =row.busy, every: 5}
actions:
  add: {label: 新增, page: bookForm}
  lend:
    label: 借出
    on: [row]
    visible: =row.count > 0 # some are left
    disabled: true
    args: {id: =row.bookId, kind: '1', n: 1, text: ='it''s'}
    form:
      $order: [days]
      days: {kind: int, roles: ['1'], required: =values.a, readOnly: true, mask: {kind: name, filters: {a: 1}}}
      rows: {kind: table, fields: {n: {roles: ['1'], required: =values.a, editRoles: ['1'], mask: {filters: {a: b}}}}}
`,
  'schemas/pages/bookDetails.yaml': `kind: detail
title: 图书
entity: book
source: book.one
parent: books
facts:
  name:
    roles: ['1']
    required: =values.a
    readOnly: true
    links: {shelf: {page: shelf, visible: =row.shelf != '', args: {id: =row.shelf}}}
    mask: {filters: {a: 1}}
  rows: {fields: {n: {roles: ['1'], required: =values.a, editRoles: ['1'], mask: {filters: {a: b}}}}}
sections:
  main:
    fields:
      name: {visible: =row.a == 1, links: {shelf: {page: shelf, args: {id: =row.shelf}}}}
tabs: {loans: {label: 借阅, page: loans, filters: {book: =row.bookId}}}
tables: {sums: {label: 合计, source: book.sums, args: {id: =row.bookId}, visible: =row.a == 1}}
timeline: {source: book.log, args: {id: =row.bookId}, time: at, person: userName}
`,
  'schemas/pages/bookForm.yaml': `kind: form
title: 图书
entity: book
source: book.one
call: book.save
parent: books
prefill: {kind: kind}
ready: {source: book.ready}
sections:
  main:
    fields:
      name:
        roles: ['1']
        required: =values.a
        readOnly: true
        mask: {kind: name, filters: {a: 1}}
        lookup: {args: {id: =values.id}}
      kind: {disabled: =values.a == 1, visible: =values.b}
      rows: {fields: {n: {roles: ['1'], required: =values.a, editRoles: ['1'], mask: {filters: {a: b}}}}}
`,
  'schemas/pages/old.yaml': `kind: redirect
title: 旧
page: books # moved
`,
  'customers/10001/pages/books.yaml': `# one customer
columns: {name: {roles: ["02"]}, kind: false}
chart: {filter:}
actions:
  lend: {form: {days: {required: =user.areaLevel <= 2}}, args: {n:}}
  add: false
`,
  'customers/10001/entities/book.yaml': `fields:
  name: {roles:, editRoles: ["02"]}
  more: {label: 更多, kind: text, readOnly: true}
`,
  'customers/10001/endpoints.yaml': `families: {records: {members: {loan: {label: 借阅}}, calls: {drop: {handler: dropAll}}}}
endpoints:
  book.find: {in: query}
`,
  'customers/areas/35/workflows/loan.yaml': `adminRoles:
transitions:
  lend: {relations: [sender], effect:, due: {limit: due}}
`,
  'customers/10001/areas/3501/pages/bookForm.yaml': `prefill: {kind:, shelf: shelf}
sections: {main: {fields: {name: {required:}}}}
`,
}
