/** Pages on which classes are kept. */
export const classKeeping = ['classroom-manage'] as const
/** Pages on which a class hour is led: by whoever keeps the class, and by its teachers and assistants. */
export const classTeaching = ['classroom-manage', 'classroom-monitor'] as const
/** Pages on which classes are read. */
export const classReading = ['classroom-manage', 'classroom-monitor', 'class-card'] as const
/** Pages of learners on which they meet their class hours: the server looks whose they are. */
export const classAttending = ['personal', 'lesson', 'my-lesson'] as const
