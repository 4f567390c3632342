/** Pages on which courses are kept: whoever holds one of them reads courses as their keepers do, as far as they are shared. */
export const courseKeeping = [
  'course-manage',
  'course-add',
  'course-edit',
  'course-auth',
  'course-visibility',
  'lesson-manage',
] as const
/** Pages on which courses are found, and on which they are learnt: the server looks what they are open to. */
export const courseCatalogue = ['all-course', 'course-detail'] as const
export const courseLearning = ['course-detail', 'lesson', 'my-profession', 'my-course-detail', 'my-lesson'] as const
/** Pages on which reports of labs are read and marked, and on which scenes of courses are looked after: of courses in which the caller marks. */
export const courseReporting = ['course-report'] as const
export const courseMonitoring = ['course-monitor'] as const
/** Pages on which a lesson is read, and a report of its lab written. */
export const lessonReading = ['lesson', 'my-lesson'] as const
/** Pages on which a homework is written: of the catalogue, and of one's own courses. */
export const homeworkWriting = ['lesson-exercise', 'homework-exercise'] as const
