import { mustExist } from './named.ts'

export const entityMixin = mustExist({
  code: 'entity-mixin',
  about: { zh: '实体引入的字段组存在', en: 'Mixins of an entity exist' },
  mentions: ['mixin'],
  thing: 'mixin',
  words: ['字段组', 'mixin'],
})
