import { type Generated, sql } from 'kysely';
import type { PhotoOrder } from '#contract/limits.ts';

/** `gone`: deleted for good; rows and files are removed little by little. */
type AlbumState = 'shown' | 'trashed' | 'gone';
/** `waiting`: a guest sent it and nobody has approved it yet, so it is neither in an album nor in the trash. */
type PhotoState = AlbumState | 'waiting';

/**
 * The states as parts of a statement, for comparisons. An index of one state serves only a statement that names the
 * state: the database cannot know the value of a parameter when it plans.
 */
export const STATE = {
  shown: sql.lit<'shown'>('shown'),
  waiting: sql.lit<'waiting'>('waiting'),
  trashed: sql.lit<'trashed'>('trashed'),
  gone: sql.lit<'gone'>('gone'),
};

/** The time, the person and the entry of a deletion. The database refuses a row whose state does not fit the others. */
interface TrashColumns<State> {
  state: Generated<State>;
  /** The time of the deletion, or at which a waiting photo was sent; null while it is shown. */
  trashed_at: Generated<number | null>;
  /**
   * The id of the album whose deletion put the row into the trash. Null in other states, and for a photo that was
   * deleted by itself.
   */
  trashed_with: Generated<string | null>;
  /** The id of the user. */
  trashed_by: Generated<string | null>;
}

interface AlbumTable extends TrashColumns<AlbumState> {
  id: string;
  name: string;
  /** In the trash `~` and the id, so that a new album can take the slug. */
  slug: string;
  trashed_slug: Generated<string | null>;
  parent_id: string | null;
  created_at: number;
  photo_order: Generated<PhotoOrder>;
  /** Null while the server chooses the cover. */
  cover_photo_id: Generated<number | null>;
  /** The place among the albums of the same level, if somebody arranged them. */
  position: Generated<number | null>;
  /** Incremented on each update, to detect concurrent edits. */
  version: Generated<number>;
}

/** Slugs that albums had before, which go on working until another album takes them. */
interface FormerSlugTable {
  slug: string;
  album_id: string;
}

/** The places of files whose photos are gone for good; a row stays until the files are removed. */
interface FilesToRemoveTable {
  album_id: string;
  filename: string;
}

/** Photos whose files are in an object store, or on their way, and that may have no row yet. */
interface PendingFilesTable {
  album_id: string;
  filename: string;
  /** The server that stores them, by an id of its data folder. */
  owner: string;
  lease_until: number;
}

interface PhotoTable extends TrashColumns<PhotoState> {
  id: Generated<number>;
  album_id: string;
  /** The photo's name in its album, and in the addresses of its images. */
  filename: string;
  original_filename: string;
  /**
   * SHA-256 of the original; the two hashes below are those of the variants. The command `verify` compares them with
   * the files.
   */
  content_hash: string;
  medium_hash: string;
  thumbnail_hash: string;
  bytes: number;
  /** Null when the metadata of the picture has no time. */
  taken_at: number | null;
  /** `taken_at`, or WITHOUT_TIME where that is null, so that one index holds the order of an album. */
  sort_time: number;
  /** Counts up in the order in which the files arrived. Ids count up as files are stored, which is another order. */
  upload_order: number;
  created_at: number;
  /**
   * The id of the album whose folder holds the files, if it is not `album_id`: a moved photo leaves its files where
   * they are, and copies share them.
   */
  files_in: Generated<string | null>;
  /**
   * The name of the files, if it is not `filename`: a photo that is moved into another album may get another name
   * there.
   */
  files_named: Generated<string | null>;
  caption: Generated<string>;
  /**
   * 1 when slideshows leave the photo out. Not a state, because a hidden photo goes to the trash as well, and comes back
   * from there hidden.
   */
  hidden: Generated<number>;
  /** The clockwise turn of the variants in degrees, in addition to the turn in the original's metadata. */
  rotation: Generated<number>;
  /** The size of the upright original; null for photos that were stored before sizes were. */
  width: Generated<number | null>;
  height: Generated<number | null>;
  camera: Generated<string | null>;
  /**
   * The point that no crop may leave out, as `x y` from 0 to 1 of the upright original, before `rotation`: `found` by
   * libvips (null: not looked for yet), `chosen` by a person.
   */
  focus_found: Generated<string | null>;
  focus_chosen: Generated<string | null>;
  /** The files of other subjects beside the photo's own, by their names, as JSON; null: none. */
  companions: Generated<string | null>;
  /** SHA-256 of the file that the sender made the picture from; null: the picture is the file. */
  made_from: Generated<string | null>;
  /** Caption and original file name as they are compared in searches: in lower case and without accents. */
  search_text: Generated<string>;
  /** The id of the share by which a visitor sent the photo. */
  from_share: Generated<string | null>;
  /** The place in an order by hand. */
  position: Generated<number | null>;
  version: Generated<number>;
}

/** Counts the content of each album, without the trash. Only triggers of the database write it. */
interface AlbumContentsTable {
  album_id: string;
  photos: number;
  /** The number of photos that are not hidden. */
  shown: number;
  /** The sums of the photos' ids and versions. */
  ids: number;
  versions: number;
  /** A number that changes with each write to a photo that is or was in the album. */
  changes: number;
}

/** Sorts photos without a time last, among themselves in upload order. */
export const WITHOUT_TIME = Number.MAX_SAFE_INTEGER;

/** At most one row: the folder for backups that an admin chose. */
interface BackupPlanTable {
  id: number;
  folder: string;
  /** The number of backups to store. */
  keep: number;
}

export interface PhotoTables {
  backup_plan: BackupPlanTable;
  albums: AlbumTable;
  photos: PhotoTable;
  former_slugs: FormerSlugTable;
  files_to_remove: FilesToRemoveTable;
  pending_files: PendingFilesTable;
  circuit_tree_contents: AlbumContentsTable;
}

interface SourceTable {
  id: string;
  kind: 'folder' | 'immich';
  name: string;
  /** The path of a folder, or the address of a server. */
  place: string;
  /** The album that gets all photos of the source; null: the source has albums of its own. */
  album_id: string | null;
  /** JSON with what else the kind of source needs; a key in it is encrypted. */
  details: string;
  paused: Generated<number>;
  /** The outcome of the last reading. */
  state: 'ok' | 'away' | 'failed';
  message: string | null;
  last_read_at: number | null;
  created_at: number;
  /** The id of the admin who added it; null for a source of an earlier release. */
  made_by: Generated<string | null>;
}

/** A checked item of a source: it is not checked again before its mark changes. */
interface SourceItemTable {
  source_id: string;
  item_key: string;
  mark: string;
  /** `replaced`: the item has another picture now, and this row holds the photo of the former one until it is gone. */
  state: 'taken' | 'refused' | 'left-out' | 'replaced';
  message: string | null;
  /** The photo of it. */
  photo_id: number | null;
  /** 1 when the source made the photo; 0 when the album had it already. Only what it made may leave with it. */
  made: Generated<number>;
  /** Whether the photo has left the source, with too many others, and `waits` for an admin or is `approved` to go. */
  leaving: Generated<'waits' | 'approved' | null>;
  /** The end of the reading that found the item gone. From then on an admin is asked about it. */
  named_at: Generated<number | null>;
}

/**
 * The albums that sources made. They are found by id, because their names may change or be those of other albums too.
 */
interface SourceAlbumTable {
  /** Identifies what the source reads, so that a source that is removed and added again finds its albums. */
  origin: string;
  /** The id of the album that gets all photos of the source; empty if the source has albums of its own. */
  below: string;
  /** The path of a folder; empty for the source's own album. */
  folder: string;
  album_id: string;
}

export interface SourceTables {
  sources: SourceTable;
  source_items: SourceItemTable;
  source_albums: SourceAlbumTable;
}
