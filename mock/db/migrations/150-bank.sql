-- What stands beside the documents of the question banks.

-- A question as each of its edits left it: papers and exams name the version they ask. A version of the row that changed no word of the
-- question has no line of its own: the one before it is meant.
create table question_version (
  question_id text collate "C" not null,
  version integer not null,
  bank text collate "C" not null,
  data jsonb not null,
  at timestamptz not null,
  by text collate "C" not null,
  primary key (question_id, version)
);

-- The text of each question as readers see it, as a digest: equal ones are duplicates.
create table question_text (
  question_id text collate "C" primary key,
  bank text collate "C" not null,
  digest text collate "C" not null
);
create index question_text_same on question_text (bank, digest);

-- Questions of papers, with the version that is asked.
create table paper_question (
  paper_id text collate "C" not null,
  question_id text collate "C" not null,
  version integer not null,
  bank text collate "C" not null,
  primary key (paper_id, question_id, version)
);
create index paper_question_used on paper_question (question_id);

-- Judged answers by question, version and day: how many, how many of them right, and the sum of their shares of the points.
create table question_answers (
  question_id text collate "C" not null,
  version integer not null,
  day date not null,
  answers integer not null,
  correct integer not null,
  shares double precision not null,
  primary key (question_id, version, day)
);
