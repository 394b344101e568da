import { mustExist } from './named.ts'

export const entityExists = mustExist({
  code: 'entity-exists',
  about: { zh: '页面、接口和引用字段所写的实体存在', en: 'Entities named by pages, calls and references exist' },
  mentions: ['entity'],
  thing: 'entity',
  words: ['实体', 'entity'],
})
