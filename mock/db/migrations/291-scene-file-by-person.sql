create index scene_file_by_person on scene_file (by_id);
