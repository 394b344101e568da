/** How records go through their workflow, by the codes of its states. */
export interface Course {
  /** field that holds the state */
  field: string
  states: Record<string, CourseState>
}
export interface CourseState {
  label: string
  /** working days that a record may stay in it */
  days?: number
  closed?: true
  /** what usually comes next: the transition, and the state that it leads to */
  next?: { transition: string; to: string }
  /** where nothing usually comes next: the states that it may end in */
  ends?: readonly string[]
}
