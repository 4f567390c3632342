import { t } from '../../i18n/index.ts'

/** Narrows a list of learners to a class; where the course is taught in none, there is nothing to choose. */
export const classFilter = (classes: readonly { id: string; name: string }[] | undefined) =>
  classes?.length
    ? [
        {
          field: 'class_id' as const,
          label: t('course.class'),
          all: t('course.all_classes'),
          closed: true,
          options: classes.map((k) => ({ value: k.id, label: k.name })),
        },
      ]
    : []
