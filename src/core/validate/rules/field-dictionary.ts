import { mustExist } from './named.ts'

export const fieldDictionary = mustExist({
  code: 'field-dictionary',
  about: { zh: '字段所写的字典存在', en: 'Dictionaries of fields exist' },
  mentions: ['dictionary'],
  thing: 'dictionary',
  words: ['字典', 'dictionary'],
})
