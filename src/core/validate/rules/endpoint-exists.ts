import { mustExist } from './named.ts'

export const endpointExists = mustExist({
  code: 'endpoint-exists',
  about: { zh: '页面和按钮所写的接口存在', en: 'Calls named by pages and actions exist' },
  mentions: ['endpoint'],
  thing: 'endpoint',
  words: ['接口', 'call'],
})
