import { nearest } from '../../diagnostic/nearest.ts'
import { TEXT_KINDS } from '../../model/field/traits.ts'
import { getString, type MapNode } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

const DIRECTIONS = ['asc', 'desc']
/** Keywords of an index that only some kinds of fields support. */
const WORDS: Readonly<Record<string, { kinds: ReadonlySet<string>; zh: string; en: string }>> = {
  text: {
    kinds: TEXT_KINDS,
    zh: '不是文本，不能有 text 索引',
    en: 'is no text and can have no text index',
  },
  province: { kinds: new Set(['area']), zh: '不是地区，不能按省排', en: 'is no area and has no province' },
}
function misused(word: string, fields: MapNode, name: string): { zh: string; en: string } | undefined {
  const field = fields.entries.get(name)?.value
  const meant = WORDS[word]
  return field?.type === 'map' && meant && !meant.kinds.has(getString(field, 'kind') ?? '') ? meant : undefined
}

export const sortField: Rule = {
  code: 'sort-field',
  about: {
    zh: '排序和索引写的是实体的字段，方向只有 asc 与 desc，索引另有 text、set 与 province',
    en:
      'Sorts and indexes name fields of the entity; directions are asc and desc, and text, set or province for '
      + 'an index',
  },
  check: (context, report) => {
    for (const { document, mention } of context.mentions('sort', 'index')) {
      const known = document.fields?.entries
      const words = mention.what === 'index' ? [...DIRECTIONS, 'text', 'set', 'province'] : DIRECTIONS
      if (!known) continue
      for (const part of mention.name.split(',')) {
        const [name = '', direction = 'asc', ...more] = part.trim().split(/\s+/)
        if (!known.has(name)) {
          report({
            origin: mention.origin,
            zh: `不能按“${name}”排序：没有这个字段`,
            en: `Cannot sort by "${name}": no such field`,
            suggestion: nearest(name, known.keys()),
          })
        }
        if (!words.includes(direction) || more.length > 0) {
          report({
            origin: mention.origin,
            zh: `排序方向“${direction}”应为 ${words.join(' 或 ')}`,
            en: `The direction "${direction}" should be ${words.join(' or ')}`,
            suggestion: nearest(direction, words),
          })
        } else {
          const wrong = document.fields && misused(direction, document.fields, name)
          if (wrong) report({ origin: mention.origin, zh: `“${name}”${wrong.zh}`, en: `"${name}" ${wrong.en}` })
        }
      }
    }
  },
}
