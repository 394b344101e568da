import { nearest } from '../../diagnostic/nearest.ts'
import { getString, type MapNode } from '../../source/node.ts'
import type { Rule } from '../rule.ts'

const DIRECTIONS = ['asc', 'desc']
const TEXTS = new Set(['text', 'longText', 'url', 'uscc', 'phone'])
const isText = (fields: MapNode, name: string): boolean => {
  const field = fields.entries.get(name)?.value
  return field?.type !== 'map' || TEXTS.has(getString(field, 'kind') ?? '')
}

export const sortField: Rule = {
  code: 'sort-field',
  about: { zh: '排序和索引写的是实体的字段，方向只有 asc 与 desc，索引另有 text 与 set', en: 'Sorts and indexes name fields of the entity; directions are asc and desc, and text or set for an index' },
  check: (context, report) => {
    for (const { document, mention } of context.mentions('sort', 'index')) {
      const known = document.fields?.entries
      const words = mention.what === 'index' ? [...DIRECTIONS, 'text', 'set'] : DIRECTIONS
      if (!known) continue
      for (const part of mention.name.split(',')) {
        const [name = '', direction = 'asc', ...more] = part.trim().split(/\s+/)
        if (!known.has(name)) {
          report({ origin: mention.origin, zh: `不能按“${name}”排序：没有这个字段`, en: `Cannot sort by "${name}": no such field`, suggestion: nearest(name, known.keys()) })
        }
        if (!words.includes(direction) || more.length > 0) {
          report({ origin: mention.origin, zh: `排序方向“${direction}”应为 ${words.join(' 或 ')}`, en: `The direction "${direction}" should be ${words.join(' or ')}`, suggestion: nearest(direction, words) })
        } else if (direction === 'text' && document.fields && !isText(document.fields, name)) {
          report({ origin: mention.origin, zh: `“${name}”不是文本，不能有 text 索引`, en: `"${name}" is no text and can have no text index` })
        }
      }
    }
  },
}
