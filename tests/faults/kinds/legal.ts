import { isOfMap } from '../../../src/core/source/node.ts'
import { changeAt, spliced, type Edit } from '../fault.ts'
import type { Sheet, Spot } from '../spots.ts'
import type { Tree } from '../tree.ts'

const whole = (sort: string, path: string, text: string): Edit => ({ sort, what: path, files: new Map([[path, text]]) })

/** What may be written otherwise, or be otherwise, without anything being wrong: nobody must be told anything. */
export const legalEdits = (tree: Tree): Edit[] => [
  ...tree.sheets.flatMap(sheet => [...form(sheet), ...sheet.spots.flatMap(value)]),
  ...overlays(tree),
  customer(),
]

/** The same, in another form. */
function form({ file: { path, text } }: Sheet): Edit[] {
  return [
    whole('comment', path, `# 说明：改之前先问一声\n${text}# end\n`),
    whole('blank lines', path, text.replaceAll(/\n(?=\w)/g, '\n\n')),
    whole('line ends of another system', path, text.replaceAll('\n', '\r\n')),
    whole('no line end', path, text.trimEnd()),
  ]
}

const TONES = ['success', 'processing', 'warning', 'error']

/** Another value that is as good. */
function value(spot: Spot): Edit[] {
  const { file, given, word, path } = spot
  if (!spot.value) return []
  const [from, to] = spot.value
  const at = (sort: string, by: string): Edit[] => [
    changeAt(sort, { file }, [[from, to], by], `${path.join('.')}: ${by}`),
  ]
  if (typeof given === 'number' && path.at(-1) === 'width' && word.id.includes('fields'))
    return at('width', String(given === 800 ? 799 : given + 1))
  if (typeof given === 'number' && path.at(-1) === 'maxLength') return at('longer text', String(given + 1))
  if (typeof given === 'string' && path.at(-1) === 'tone')
    return at(
      'tone',
      TONES.find(tone => tone !== given)!,
    )
  if (typeof given === 'string' && /^[A-Za-z]\w*$/.test(given) && file.text[from] === given[0])
    return [...at('single quotes', `'${given}'`), ...at('double quotes', `"${given}"`)]
  return []
}

/** A customer's list with a wider column, and with its columns in another order. */
function overlays({ sheets, files }: Tree): Edit[] {
  const taken = new Set(files.map(({ path }) => path))
  return sheets
    .filter(({ kind, layer }) => kind === 'page' && layer === 'schemas')
    .flatMap(({ name, spots }) => {
      const path = `customers/87190/${name}.yaml`
      const columns = spots.find(spot => spot.path.join('.') === 'columns')?.names.filter(one => !isOfMap(one)) ?? []
      const size = spots.find(spot => spot.path.join('.') === 'pageSize')?.given
      const [first, second] = columns
      if (!first || !second || taken.has(path)) return []
      return [
        whole('overlay: width', path, `columns:\n  ${second}: {width: 333}\n`),
        whole('overlay: page size', path, `pageSize: ${size === 50 ? 30 : 50}\n`),
      ]
    })
}

/** A customer that there was not. */
function customer(): Edit {
  const folder = 'customers/30001'
  return {
    sort: 'new customer',
    what: folder,
    files: new Map([
      [`${folder}/customer.yaml`, "customer: '30001'\nname: 某某市\nareas: ['5301']\n"],
      [`${folder}/locales/en.yaml`, spliced('texts: {某某市: Some city}\n')],
    ]),
  }
}
