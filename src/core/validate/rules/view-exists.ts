import { mustExist } from './named.ts'

export const viewExists = mustExist({
  code: 'view-exists',
  about: { zh: '内置页面存在', en: 'Built-in views exist' },
  mentions: ['view'],
  thing: 'view',
  words: ['内置页面', 'built-in view'],
})
