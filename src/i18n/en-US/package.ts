/** Packages of lessons (SCORM): playing them and writing them. */
export default {
  'package.file': 'Package',
  'package.file_other': 'Package in the other language',
  'package.version':
    '{version, select, v12 {SCORM 1.2} other {SCORM 2004}}{edition, select, none {} other { · {edition}}}',
  'package.files': '{n, plural, one {# file} other {# files}}',
  'package.contents': 'Contents',
  'package.others':
    '{n, plural, one {It has one more organization, which is not played: {names}} other {It has # more organizations, which are not played: {names}}}',
  'package.replace_hint':
    'Another file begins anew for everybody once it is published: who is half-way starts over in it, and what is done stays done.',
  'package.kind.sco': 'reports progress',
  'package.kind.asset': 'shown only',
  'package.kind.group': 'part',

  'package.none': 'This section has no package yet',
  'package.start': 'Start',
  'package.resume': 'Continue',
  'package.again': 'Open again',
  'package.opening': 'Opening the package …',
  'package.parts': 'Parts of the package',
  'package.standing.none': 'Not started',
  'package.standing.begun': 'In progress',
  'package.standing.completed': 'Completed',
  'package.standing.passed': 'Passed',
  'package.standing.failed': 'Not passed',
  'package.score': '{share} of the points',
  'package.spent': '{n} min spent',
  'package.saved': 'Saved',
  'package.unsaved': 'Not saved yet',
  'package.unsaved_offline': 'Not saved yet: no connection. It is sent again by itself; keep this page open.',
  'package.refused': 'The platform did not take what the package last reported. What was saved before is kept.',
  'package.close': 'Close the package',
  'package.taken': 'The package was opened in another window',
  'package.taken_text': 'That one goes on and saves. Nothing from here is saved any more.',
  'package.take': 'Continue here',
  'package.unreachable': 'The package does not load',
  'package.unreachable_text':
    'Packages come from an address of their own, {origin}, which this browser does not reach. Tell your administrator.',
  'package.done_completed': 'Done once the package reports it completed',
  'package.done_score': 'Done with {share} of the points or more',
  'package.preview': 'Preview: the package can be tried out; nothing is kept.',
} as const
