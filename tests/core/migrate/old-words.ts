import type { Files } from '../files.ts'

/** A folder in the first version of the language: every word that the second has renamed or taken out, wherever it stood. */
export const OLD: Files = {
  'schemas/app.yaml': `# the shell
title: 图书
footer: {text: x} # below
`,
  'schemas/dictionaries/size.yaml': `dictionary: size
label: 大小
entries:
  '01': {label: 小, from: 0}
  "02":
    # from a hundred pages
    label: 大
    from: 100
  '03': 不详
`,
  'schemas/mixins/base.yaml': `mixin: base
label: 基础
fields:
  areaCode: {label: 地区, kind: area, seenBy: ['1'], requiredWhen: values.kind == '1', changedBy: [], maskWhen: {closed: 0}}
  rows:
    kind: table
    fields: {a: {seenBy: [], requiredWhen: values.b, changedBy: ['01'], mask: name, maskWhen: {closed: [0, '1']}}}
`,
  'schemas/entities/book.yaml': `# books
entity: book
label: 图书
key: bookId
title: name
# the second line of a choice
beside: author
mixins: [base]
indexes: [[areaCode, name text]] # by hand
fields:
  bookId: {label: 编号, kind: text, changedBy: []}
  name:
    label: 书名
    kind: text
    # only the head
    seenBy: ['1', "02"]
    changedBy: ['1']

    requiredWhen: >-
      values.kind == '1'
      && values.author != ''
    mask: name
    maskWhen: {kind: ['1']} # of some rows
  kind: {kind: text, required: true, requiredWhen: values.x == 1}
  author: {kind: text, computed: "'anonymous'", min: 3, max: today}
  state: {kind: status, workflow: loan}
  rows: {kind: table, fields: {n: {seenBy: ['1'], requiredWhen: values.a, changedBy: ['1'], maskWhen: {a: b}}}}
`,
  'schemas/workflows/loan.yaml': `workflow: loan
label: 借阅
admins: ['9']
record: {org: orgId, step: stepLimit, since: enteredAt, due: limit}
when: record.kind == '1'
states: {open: {label: 待办}, held: {label: 在借}}
transitions:
  lend:
    label: 借出
    from: [open]
    to: held
    rolesFrom: {open: ['1']}
    by: [holder] # whose it is
    hand: {org: row.orgId, user: "'9'"}
    runs: tellReader
    when: |-
      row.count > 1
      && row.kind == '1'
    set: {state: "'held'", count: row.count + 1, note: '', days: '3', lentAt: today}
    creates: {fine: {when: row.late, set: {bookId: row.bookId}}}
    branches: [{when: row.x == 1, to: open}]
    due: {days: '7', of: step, from: now}
    form:
      days:
        kind: int
        seenBy: ['1']
        requiredWhen: values.more
        changedBy: []
        maskWhen: {a: 1}
      rows: {kind: table, fields: {n: {seenBy: ['1'], requiredWhen: values.a, changedBy: ['1'], maskWhen: {a: b}}}}
  keep: {label: 保存, from: [open], does: save, due: {days: row.days, of: record, from: due, since: row.lentAt}}
`,
  'schemas/endpoints.yaml': `families:
  records:
    of: {book: {label: 图书}}
    calls:
      list: {label: "{label}列表", path: "/api/{name}/list", method: POST, args: body, names: [page], does: list, notShown: true}
      drop: {path: "/api/{name}/drop", method: GET, args: query, inBody: [reason], changes: ["{name}"]}
      bare: {notShown: true}
endpoints:
  # the specification has it so
  book.send: {path: /api/send, method: GET, args: query, notShown: false}
  book.find:
    path: /api/find
    method: POST
    args: body
    names: [a, b]
    params: {a: {kind: int}, b:}
    inBody: [a]
    does: find # by words
  book.gone: {notShown: true}
  book.none: false
`,
  'schemas/pages/books.yaml': `kind: list
title: 图书
entity: book
source: book.list
columns:
  name: {to: bookDetails, seenBy: ['1'], requiredWhen: values.a, changedBy: [], maskWhen: {a: 1}}
  kind:
  rows: {fields: {n: {seenBy: ['1'], requiredWhen: values.a, changedBy: ['1'], maskWhen: {a: b}}}}
filters:
  name: {seenBy: ['1'], requiredWhen: values.a, changedBy: [], maskWhen: {a: 1}}
  rows: {fields: {n: {seenBy: ['1'], requiredWhen: values.a, changedBy: ['1'], maskWhen: {a: b}}}}
tabs:
  # what is mine
  mine: {label: 本人, filters: {userId: user.userId, kind: "'1'", closed: 0, count: ['1', 2]}}
chart: {kind: line, list: bookSums, by: size, step: month, x: day}
refresh: {while: row.busy, every: 5}
actions:
  add: {label: 新增, to: bookForm}
  lend:
    label: 借出
    on: [row]
    visible: row.count > 0 # some are left
    disabled: "true"
    args: {id: row.bookId, kind: "'1'", n: 1, text: "'it''s'"}
    ask:
      $order: [days]
      days: {kind: int, seenBy: ['1'], requiredWhen: values.a, changedBy: [], mask: name, maskWhen: {a: 1}}
      rows: {kind: table, fields: {n: {seenBy: ['1'], requiredWhen: values.a, changedBy: ['1'], maskWhen: {a: b}}}}
`,
  'schemas/pages/bookDetails.yaml': `kind: detail
title: 图书
entity: book
source: book.one
of: books
facts:
  name:
    seenBy: ['1']
    requiredWhen: values.a
    changedBy: []
    maskWhen: {a: 1}
    links: {shelf: {to: shelf, visible: row.shelf != '', args: {id: row.shelf}}}
  rows: {fields: {n: {seenBy: ['1'], requiredWhen: values.a, changedBy: ['1'], maskWhen: {a: b}}}}
sections:
  main:
    fields:
      name: {visible: row.a == 1, links: {shelf: {to: shelf, args: {id: row.shelf}}}}
tabs: {loans: {label: 借阅, list: loans, filters: {book: row.bookId}}}
tables: {sums: {label: 合计, source: book.sums, args: {id: row.bookId}, visible: row.a == 1}}
timeline: {source: book.log, args: {id: row.bookId}, time: at, by: userName}
`,
  'schemas/pages/bookForm.yaml': `kind: form
title: 图书
entity: book
load: book.one
save: book.save
of: books
query: {kind: kind}
ready: book.ready
sections:
  main:
    fields:
      name: {seenBy: ['1'], requiredWhen: values.a, changedBy: [], mask: name, maskWhen: {a: 1}, lookup: {args: {id: values.id}}}
      kind: {disabled: values.a == 1, visible: values.b}
      rows: {fields: {n: {seenBy: ['1'], requiredWhen: values.a, changedBy: ['1'], maskWhen: {a: b}}}}
`,
  'schemas/pages/old.yaml': 'kind: redirect\ntitle: 旧\nto: books # moved\n',
  'customers/10001/customer.yaml': "customer: '10001'\nname: 甲\nareas: ['35']\n",
  'customers/10001/pages/books.yaml': `# one customer
columns: {name: {seenBy: ["02"]}, kind: false}
chart: {by:}
actions:
  lend: {ask: {days: {requiredWhen: user.areaLevel <= 2}}, args: {n:}}
  add: false
`,
  'customers/10001/entities/book.yaml': `fields:
  name: {seenBy:, changedBy: ["02"]}
  more: {label: 更多, kind: text, changedBy: []}
`,
  'customers/10001/endpoints.yaml': `families: {records: {of: {loan: {label: 借阅}}, calls: {drop: {does: dropAll}}}}
endpoints:
  book.find: {args: query}
`,
  'customers/areas/35/area.yaml': "area: '35'\nname: 某省\n",
  'customers/areas/35/workflows/loan.yaml': `admins:
transitions:
  lend: {by: [sender], runs:, due: {of: record}}
`,
  'customers/10001/areas/3501/pages/bookForm.yaml': `query: {kind:, shelf: shelf}
sections: {main: {fields: {name: {requiredWhen:}}}}
`,
}
