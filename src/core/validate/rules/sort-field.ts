import { nearest } from '../../diagnostic/nearest.ts'
import type { Rule } from '../facts/rule.ts'

const DIRECTIONS = ['asc', 'desc']

export const sortField: Rule = {
  code: 'sort-field',
  about: {
    zh: '排序写的是实体的字段，方向只有 asc 与 desc',
    en: 'Sorts name fields of the entity; directions are asc and desc',
  },
  alone: true,
  check: (context, report) => {
    for (const { document, mention } of context.mentions('sort')) {
      const known = document.fields?.entries
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
        if (!DIRECTIONS.includes(direction) || more.length > 0) {
          report({
            origin: mention.origin,
            zh: `排序方向“${direction}”应为 ${DIRECTIONS.join(' 或 ')}`,
            en: `The direction "${direction}" should be ${DIRECTIONS.join(' or ')}`,
            suggestion: nearest(direction, DIRECTIONS),
          })
        }
      }
    }
  },
}
