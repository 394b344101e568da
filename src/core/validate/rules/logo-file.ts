import { logoWritten } from '../../compile/logos.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { isAsNamed, isPicture, sizeOf, unsafePart } from '../../source/picture.ts'
import type { SourceFile } from '../../source/file.ts'
import type { Rule } from '../facts/rule.ts'

const LARGEST_KB = 64

export const logoFile: Rule = {
  code: 'logo-file',
  about: {
    zh: `标志是 app.yaml 旁边的图片：不超过 ${LARGEST_KB} KB，内容与扩展名相符，SVG 里只有图形`,
    en: `A logo is a picture beside app.yaml: ${LARGEST_KB} KB at most, what its name says, an SVG of shapes alone`,
  },
  check: (context, report) => {
    const { sources } = context.project
    for (const { node } of context.of('app')) {
      const written = logoWritten(node)
      if (!written) continue
      const { value, path } = written
      const source = sources.get(path)
      const problem = source ? wrongWith(source) : absent(path)
      const suggestion = source ? undefined : nearest(String(value.value), besides(path, sources.keys()))
      if (problem) report({ origin: value.origin, zh: problem[0], en: problem[1], suggestion })
    }
  },
}

type Words = readonly [zh: string, en: string]

const absent = (path: string): Words => [
  `没有图片 ${path}：标志放在写它的 app.yaml 旁边`,
  `There is no picture ${path}: a logo lies beside the app.yaml that names it`,
]

/** Names of the pictures in the folder where this one should be. */
function besides(path: string, paths: Iterable<string>): string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return [...paths].flatMap(one => {
    const name = one.slice(folder.length)
    return one.startsWith(folder) && !name.includes('/') && isPicture(name) ? [name] : []
  })
}

function wrongWith({ path, text }: SourceFile): Words | undefined {
  const size = Math.ceil(sizeOf(path, text) / 1024)
  if (size > LARGEST_KB)
    return [
      `标志 ${path} 有 ${size} KB，最多 ${LARGEST_KB} KB：请缩小图片`,
      `The logo ${path} has ${size} KB, ${LARGEST_KB} at most: make it smaller`,
    ]
  if (!isAsNamed(path, text))
    return [`${path} 的内容不是它的扩展名所说的图片`, `${path} is not the kind of picture that its name says`]
  const part = path.endsWith('.svg') ? unsafePart(text) : undefined
  return part === undefined
    ? undefined
    : [
        `标志 ${path} 里有“${part}”：SVG 里只能有图形，不能有脚本、事件、实体和外部链接`,
        `The logo ${path} holds "${part}": an SVG is shapes alone, without scripts, entities and links elsewhere`,
      ]
}
