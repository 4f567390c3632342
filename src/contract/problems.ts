/**
 * The error catalogue: a stable code, its HTTP status and the parameters its sentence may use. No sentence travels; the app
 * says `t('problem.' + code)`. Section 8 of the specification and the conventions of the API.
 */
export const problems = {
  malformed: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  code_invalid: 401,
  /** `screens`: any of them would admit. */
  no_operation_permission: 403,
  not_authorized_yet: 403,
  /** The owner of a row has not given this away: `owner`. */
  not_shared: 403,
  module_not_licensed: 403,
  license_read_only: 403,
  /** What the caller's role gives for reading only: `screen`. */
  read_only_right: 403,
  change_password_first: 403,
  account_not_active: 403,
  cross_site: 403,
  /** An account of the demonstration with the password everybody knows, where others than this machine may come in. */
  published_password: 403,
  registration_closed: 403,
  /** Somebody owns content: `n`, `content` by resource. */
  owns_content: 409,
  not_found: 404,
  method_not_allowed: 405,
  not_allowed_in_state: 409,
  stale_version: 409,
  name_taken: 409,
  in_use: 409,
  nothing_undone: 409,
  undo_changed: 409,
  protected_entry: 409,
  plan_changed: 409,
  duplicate_data: 409,
  /** A hint costs something else by now: `cost`; or is not there any more. */
  hint_changed: 409,
  /** The discussion of a flag challenge opens when it is solved. */
  solve_first: 403,
  offset_mismatch: 409,
  /** A scene of an exam has as many recordings of pages as it may, or as large ones: `count`, `bytes`. */
  recordings_full: 409,
  idempotency_conflict: 409,
  /** The same request was done already; the password or the code of its reply is not told again. */
  told_once: 409,
  last_super_administrator: 409,
  no_changes: 409,
  node_enabled: 409,
  node_abnormal: 409,
  deployment_running: 409,
  clearing_running: 409,
  default_role: 409,
  org_circle: 409,
  too_deep: 409,
  license_limit: 409,
  /** The licence leaves no place for another account; a stranger is not told how many there are. */
  registration_full: 409,
  /** Enough have registered from this network within the hour; the next may at `at`. */
  registration_later: 429,
  /** The first codes of an import were fetched: `at`, `by`. */
  codes_fetched: 409,
  /** As many applications wait for review as may. */
  registration_waiting: 429,
  /** A scene has had all the extensions the settings allow. */
  extensions_used_up: 409,
  /** As many scenes for practice run already as one learner may have, `most`: those called `names`. */
  scenes_at_once: 409,
  /** An answer that another marker was faster with, or that waits for another one. */
  marked_meanwhile: 409,
  /** An exam that has not begun, that nobody may begin any more, that is over, or that pauses. */
  exam_early: 409,
  /** The contest takes no entry of the caller's now: `closed` says why. */
  contest_entry_closed: 409,
  /** In it already: the caller, or `names` of the team. */
  contest_entered: 409,
  /** Answers are taken of entries that are in. */
  contest_not_in: 403,
  /** The entry has as many machines as it may have at once. */
  contest_scenes: 409,
  /** Its result is final: whoever reopens it says why. */
  contest_final: 409,
  /** No write-up is asked for, or not any more: `until`. */
  contest_write_up_over: 409,
  exam_late: 409,
  exam_over: 409,
  /** Somebody may still write an exam that asks a question of this sheet; which one is not told, nor how long. */
  question_still_asked: 409,
  /** Nothing of what was asked for is there to practise. */
  nothing_to_practise: 409,
  /** A run through a paper was handed in, or its time is up. */
  paper_run_over: 409,
  /** Who looks as another role changes nothing. */
  viewing_only: 403,
  /** It is the caller's own role: there is nothing else to see. */
  own_role: 409,
  /** An answer with nothing in it was handed in. */
  answer_blank: 422,
  exam_paused: 409,
  /** An attempt is begun by who has read what he begins, and accepts its declaration. */
  exam_not_accepted: 409,
  /** `least`: as many candidates as a group has figures of, while names are hidden. */
  group_too_small: 403,
  marks_without_names: 403,
  marks_same_questions: 403,
  marked_by_others: 403,
  /** A course without a lesson is shown to nobody. */
  course_without_lessons: 409,
  /** Somebody finds the course, and nobody may take it. */
  course_not_authorised: 409,
  /** Sections that say nothing keep it back: `n`. */
  course_incomplete: 409,
  /** Sections that cannot work as they are written: `n`. */
  course_contradicts: 409,
  /** `at`: when it opens, when it ended. */
  homework_not_open: 409,
  homework_over: 409,
  homework_elsewhere: 409,
  /** It would be given back to somebody who cannot hand in any more. */
  homework_return_until: 409,
  /** What a certificate that stands says is taken back after it was revoked. */
  certificate_stands: 409,
  /** The lesson opens later: after another, or at `at`. */
  lesson_closed: 409,
  /** So many (`n`) learn in the course, or have learnt it. */
  course_learnt: 409,
  /** Whoever has to learn it does not leave it. */
  course_compulsory: 409,
  /** The caller has asked for the course already, and nobody has answered. */
  request_waits: 409,
  /** Lessons are for whoever learns in the course. */
  join_first: 409,
  /** Rooms, teachers or members have something else then: `n`, the first of them as `clashes`. */
  class_clash: 409,
  /** The lesson of the class hour has no machines, or none are planned for it. */
  no_class_scenes: 409,
  /** Nobody of those it is for is in a group. */
  no_class_groups: 409,
  /** More are to share one scene than may: `max`. */
  class_too_large: 409,
  /** Machines of this class hour are for a group, or for all: the teacher starts them. */
  class_starts_scene: 409,
  /** Machines of a class hour end with it: whoever learns in them puts that off no further. */
  class_hour_time: 409,
  /** A class has as many hours as it may: `max`. */
  too_many_hours: 409,
  /** So many (`n`) of its hours took place. */
  class_taught: 409,
  /** The ticket of a player has ended, or is another's: a new one is asked for. */
  media_ticket_over: 409,
  /** No address is configured from which packages of lessons could be played. */
  packages_off: 409,
  /** A package was opened in another window since: that one goes on. */
  package_taken: 409,
  /** All attempts had: `most`. */
  attempts_used_up: 409,
  /** Another page writes this sheet now. */
  attempt_taken_over: 409,
  attempt_handed_in: 409,
  /** Not before `at`. */
  too_early_to_hand_in: 409,
  license_clock: 409,
  license_active: 409,
  license_older: 409,
  too_many_stamps: 409,
  image_exporting: 409,
  image_no_file: 409,
  /** The server does not ask this address: `reason`. */
  fetch_refused: 422,
  /** Enough is being fetched already: `max`. */
  fetch_busy: 409,
  /** Somebody works on it at a machine: `name`. */
  image_connected: 409,
  /** A disc is not changed by running it. */
  image_disc: 409,
  device_offline: 409,
  /** A scene needs a device that is used already: `name`, `by`; or that nobody hears of: `name`. */
  device_used: 409,
  device_silent: 409,
  /** A running scene has it: it is released when that ends. */
  device_in_scene: 409,
  /** It is in another node: `node`, `scene`. */
  usb_plugged: 409,
  /** What runs the nodes knows no USB. */
  usb_unsupported: 409,
  usb_class_unsupported: 409,
  /** Exams use the paper: `names` of those the caller may see, `n` of all. */
  paper_locked: 409,
  /** The banks have too few questions for `rules`, of which there are `n`. */
  paper_short: 409,
  too_large: 413,
  unsupported_type: 415,
  validation: 422,
  password_wrong: 422,
  password_used_before: 422,
  archive_refused: 422,
  topology_refused: 422,
  picture_refused: 422,
  checksum_mismatch: 422,
  /** No scene can be made of this drawing: `problems` by node. */
  topology_unfit: 422,
  /** The drawing a scene was to be made of has been removed. */
  topology_gone: 422,
  backup_damaged: 422,
  backup_incomplete: 422,
  backup_newer: 422,
  passphrase_wrong: 422,
  license_unreadable: 422,
  license_mistyped: 422,
  license_newer: 422,
  license_key_unknown: 422,
  license_signature: 422,
  license_serial: 422,
  license_request_unknown: 422,
  license_not_yet: 422,
  license_over: 422,
  locked: 423,
  version_required: 428,
  too_many: 429,
  /** As many uploads of this account are on their way as may be at once: `most`. */
  uploads_at_once: 429,
  busy: 503,
  /** What is to run the scene cannot on this server: `driver`, `reason`. */
  driver_unavailable: 503,
  /** A restore is running, and nothing else is answered. */
  restoring: 503,
  /** `reason`: of whom or of what, where it is known; `max`, or `max_bytes` and `used_bytes`. */
  quota_full: 507,
} as const satisfies Record<string, number>

export type ProblemCode = keyof typeof problems

/** One field that broke one rule. `path` is dotted (`commands.0.os`); `rule` is a word of `rules`, `params` its figures. */
export interface FieldProblem {
  path: string
  rule: string
  params?: Record<string, string | number>
}

/** What every refused call answers. `message` is for logs and developers and is never shown raw. */
export interface Problem {
  code: ProblemCode
  message: string
  request_id: string
  details?: { fields?: FieldProblem[]; [name: string]: unknown }
}
