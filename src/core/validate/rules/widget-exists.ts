import { mustExist } from './named.ts'

export const widgetExists = mustExist({
  code: 'widget-exists',
  about: { zh: '看板上的部件存在', en: 'Widgets of dashboards exist' },
  mentions: ['widget'],
  thing: 'widget',
  words: ['部件', 'widget'],
})
