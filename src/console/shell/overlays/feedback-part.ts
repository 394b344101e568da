import type { Notice, Question } from '../../feedback/notice.ts'

export interface FeedbackPart {
  notice(notice: Notice): void
  ask(question: Question): Promise<boolean>
}
