import { META, schemaAt, type Schema } from '../../src/core/validate/facts/meta.ts'
import { RULES } from '../../src/core/validate/rules/index.ts'
import type { DocumentKind } from '../../src/core/source/document.ts'
import { isOfMap } from '../../src/core/source/node.ts'
import { defaultText, valueText } from './value-text.ts'

/** Kinds of files in reading order, with their place below schemas/ or an overlay folder. */
const PLACES: [DocumentKind, string][] = [
  ['app', 'app.yaml'],
  ['menu', 'menu.yaml'],
  ['entity', 'entities/<名>.yaml'],
  ['mixin', 'mixins/<名>.yaml'],
  ['dictionary', 'dictionaries/<名>.yaml'],
  ['workflow', 'workflows/<名>.yaml'],
  ['endpoints', 'endpoints.yaml'],
  ['page', 'pages/<路由>.yaml'],
  ['locale', 'locales/<语言>.yaml'],
  ['statistic', 'statistics/<名>.yaml'],
  ['manual', 'manuals/<章>.yaml'],
  ['customer', 'customers/<编号>/customer.yaml'],
  ['area', 'customers/areas/<前缀>/area.yaml'],
  ['demo', 'customers/<编号>/demo.yaml'],
]
const PAGE_KINDS = ['list', 'detail', 'form', 'system', 'redirect', 'dashboard', 'document']
/** Definitions shared by several kinds, each described once. */
const PARTS = [
  'field.schema.json#/$defs/field',
  'field.schema.json#/$defs/column',
  'field.schema.json#/$defs/filter',
  'field.schema.json#/$defs/detailField',
  'field.schema.json#/$defs/formField',
  'field.schema.json#/$defs/askField',
  'field.schema.json#/$defs/tableField',
  'field.schema.json#/$defs/detailSection',
  'field.schema.json#/$defs/formSection',
  'common.schema.json#/$defs/action',
  'page.schema.json#/$defs/widget',
  'menu.schema.json#/$defs/entry',
]

export function buildReference(): string {
  return (
    [
      INTRODUCTION,
      ...PLACES.map(kindSection),
      '## 共用的部分',
      ...PARTS.map(partSection),
      EXPRESSIONS,
      rulesSection(),
    ].join('\n\n') + '\n'
  )
}

const INTRODUCTION = `# YAML 参考

<!-- 由 npm run reference 从 schemas/meta 生成，请勿手改 -->

每个文件开头写一行 \`# yaml-language-server: $schema=<到 schemas/meta 的相对路径>/<种类>.schema.json\`，编辑器即可离线补全与检查。

## 语言的规则

- **= 开头的是表达式，其余都是值本身**，处处如此：\`args: {id: =row.id, kind: shop}\` 的 id 要算，kind 就是 shop 这个词；\`required: true\` 总是必填，\`required: =values.state == '2'\` 到时才必填。
- 一个意思一个词，一个词一个意思：

| 意思 | 词 |
| --- | --- |
| 打开或显示哪个页面（写路由） | \`page\`；所属的列表页 \`parent\`；以哪个页面为底 \`extends\` |
| 显示的东西由哪个接口读出 | \`source\` |
| 用户按了才调用哪个接口 | \`call\` |
| 请人填写的字段 | \`form\`；打开时已填好的 \`prefill\`，新增时的初始值 \`default\` |
| 交给接口或页面的参数 | \`args\`；接口自己有哪些参数 \`params\`，放在哪里 \`in\` |
| 条件 | 发生与否 \`when\`（转移、分支、新建、刷新）；界面上的一项 \`visible\`、\`disabled\`、\`required\` |
| 字段须取什么值 | \`filters\`：字段 → 值或几个值（标签页、脱敏） |
| 谁 | 看到和使用 \`roles\`；别的权利在前面加一个词：\`editRoles\`、\`adminRoles\`；按状态不同 \`rolesByState\`；与记录的关系 \`relations\` |
| 状态的去向 | \`from\`、\`to\` |
| 时间 | 时限 \`due\`、\`stateDue\`；从何时起算 \`since\`；多少天之后 \`after\`、\`afterDue\` |
| 最小与最大 | \`min\`、\`max\`（数值、日期、分档） |
| 程序里的东西 | 接口由谁应答 \`handler\`，转移同时做的事 \`effect\`，内置页面 \`view\`，部件 \`widget\` |

- 几个角色有一个名字：app.yaml 的 \`roleGroups\`。写角色的地方都可以写组名；客户只要在自己的 app.yaml 里改组里的角色，用到它的流程和页面都随之改变。
- 语言会变：\`schemas/app.yaml\` 的 \`version\` 写明用哪一版，\`npm run migrate -- --root <文件夹>\` 把整个文件夹改写成最新的一版（注释和次序不变），旧的词由 validate 指出新的是什么。
- 一行不超过 120 个字，一行写一件事：\`npm run format -- --root <文件夹>\`。

各类文件通用的约定：

- 有名字的东西（列、筛选、字段、按钮、菜单……）是**按名字写的映射**，书写顺序就是显示顺序；\`$order: [甲, 乙]\` 把列出的排到最前，\`$only: [甲, 乙]\` 只留下列出的，就按这个次序。
- 成员**留空**即“同实体（或下层）”，写 **false** 即不要它。
- 覆盖文件与被覆盖的文件同路径，只写不同之处；什么也没有改变的覆盖是错误。见 [覆盖指南](overlays.md)。
- 表中“必填”指各层合并之后必须有，单个覆盖文件可以不写。`

function kindSection([kind, place]: [DocumentKind, string]): string {
  const file = `${kind}.schema.json`
  const schema = META.get(file)!
  const head = `## ${schema.title}\n\n文件：\`${place}\`。${schema.description}`
  if (kind !== 'page') return `${head}\n\n${table(schema, file)}`
  const kinds = PAGE_KINDS.map(name => {
    const part = schema.$defs![name]!
    return `### ${part.title}（kind: ${name}）\n\n${table(part, file)}`
  })
  return [head, ...kinds].join('\n\n')
}

function partSection(ref: string): string {
  const { schema, file } = schemaAt(ref)
  const shared = ref.endsWith('/field') ? new Set<string>() : sharedWithField(schema)
  const note = shared.size > 0 ? '[字段](#字段)的各键都可写，以不同于实体；此外：\n\n' : ''
  const description = schema.description ? `${schema.description}\n\n` : ''
  const rows = table(schema, file, shared)
  return `### ${schema.title}\n\n${description}${rows ? note + rows : note.replace('；此外：', '。').trim()}`
}

function sharedWithField(schema: Schema): Set<string> {
  const field = schemaAt('field.schema.json#/$defs/field').schema
  return new Set(
    Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
      value.$ref && value.$ref === field.properties?.[key]?.$ref ? [key] : [],
    ),
  )
}

const HEAD = '| 键 | 值 | 默认 | 说明 |\n| --- | --- | --- | --- |'

function table(schema: Schema, file: string, without: ReadonlySet<string> = new Set()): string {
  const rows = rowsOf(schema, file, '', without)
  return rows.length > 0 ? [HEAD, ...rows].join('\n') : ''
}

function rowsOf(schema: Schema, file: string, prefix: string, without: ReadonlySet<string>): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    if (isOfMap(key) || without.has(key)) return []
    const found = value.$ref ? schemaAt(value.$ref, file) : { schema: value, file }
    const name = prefix + key
    return [row(name, found.schema, found.file), ...innerRows(found.schema, found.file, name)]
  })
}

/** Rows for nested keys, unless these have a section of their own. */
function innerRows(schema: Schema, file: string, name: string): string[] {
  const members = schema.additionalProperties
  const own = rowsOf(schema, file, `${name}.`, new Set())
  if (typeof members !== 'object' || members.$ref) return own
  return [...own, ...rowsOf(members, file, `${name}.*.`, new Set())]
}

const escape = (text: string): string => text.replaceAll('|', '\\|')

function row(name: string, schema: Schema, file: string): string {
  return `| \`${name}\` | ${escape(value(schema, file))} | ${escape(defaultText(schema))} | ${escape(schema.description ?? '')} |`
}

function value(schema: Schema, file: string): string {
  const members = schema.additionalProperties
  if (!schema['x-named'] || typeof members !== 'object') return valueText(schema)
  const member = members.$ref ? schemaAt(members.$ref, file).schema : members
  return member.title ? `按名字写的[${member.title}](#${member.title})` : '按名字写的映射'
}

const EXPRESSIONS = `## 表达式

以 = 开头的值是 [CEL](https://cel.dev) 表达式，= 后面是它的正文；检查时核对语法、变量、字段、字典代码与类型，运行时不用 eval。

| 变量 | 何处可用 | 内容 |
| --- | --- | --- |
| \`user\` | 各处 | 当前用户：id、nickName、customerId、areaCode、areaLevel（0 国家至 4 乡）、roles（角色代码的列表）、orgId |
| \`option\` | 各处 | 客户的选项（customer.yaml 的 options） |
| \`row\` | 行与勾选的按钮、详情页 | 记录，成员是实体的字段；地区和引用另有名称，如 areaCode 的 areaName |
| \`values\` | 表单 | 正在填写的值，成员是实体的字段 |

字典代码、日期、地区编码是文本（加引号）；是否字段是 0 或 1。没有的值是 null：与它比大小得 false，\`has(row.x)\` 也是 false。用空值算出来的还是空值；文本加上空值还是原来的文本，文本可以与数相加。含有冒号加空格、井号的表达式，和花括号里含有逗号、方括号的，在 YAML 里要连同 = 整个加引号：\`{when: "=row.state in ['1', '2']"}\`。`

function rulesSection(): string {
  const rows = RULES.map(({ code, about }) => `| \`${code}\` | ${about.zh} |`)
  const others = OTHER_CODES.map(([code, about]) => `| \`${code}\` | ${about} |`)
  return ['## 检查的代码', '| 代码 | 保证什么 |\n| --- | --- |\n' + [...others, ...rows].join('\n')].join('\n\n')
}

const OTHER_CODES: [string, string][] = [
  ['yaml-syntax', 'YAML 语法正确，同一映射里没有重复的键'],
  ['yaml-not-a-map', '文件最外层是映射'],
  ['yaml-alias', '不用锚点与别名'],
  ['file-place', '文件放在有意义的位置'],
  ['file-ending', '扩展名是小写的 .yaml'],
  ['file-twice', '同一个文件只有一份（.yaml 与 .yml）'],
  ['file-encoding', '文件是 UTF-8 编码'],
  ['file-size', '文件不超过 30 万个字符'],
  ['schema/unknown-key', '每个键都认识'],
  ['schema/gone-key', '不写已经去掉或改了名的键'],
  ['schema/type', '值的类型正确'],
  ['schema/enum', '值在可选之列'],
  ['schema/pattern', '值的格式正确'],
  ['schema/range', '值在允许的范围之内'],
  ['overlay-target-missing', '覆盖的对象存在'],
  ['overlay-no-change', '覆盖改变了什么'],
  ['overlay-type-changed', '覆盖不改变值的类型'],
  ['overlay-kind-changed', '客户和地区不改变字段的类型'],
  ['overlay-only', '$only 说全了一个映射：旁边没有别的次序和 false，下面有可去掉的'],
  ['overlay-needed', '覆盖去掉的、改掉的，下面没有别处还要用；说明是哪个客户、地区'],
]
