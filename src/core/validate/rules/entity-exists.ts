import { OWN_THINGS } from '../../model/field/parts.ts'
import { mustExist } from './named.ts'

const OWN: ReadonlySet<string> = new Set(OWN_THINGS.map(([name]) => name))

export const entityExists = mustExist({
  code: 'entity-exists',
  about: { zh: '页面、接口和引用字段所写的实体存在', en: 'Entities named by pages, calls and references exist' },
  mentions: ['entity'],
  thing: 'entity',
  words: ['实体', 'entity'],
  // `changes` may also name settings that the server stores for a person, which are no entities
  accepts: ({ path, name }) => path.at(-2) === 'changes' && OWN.has(name),
})
