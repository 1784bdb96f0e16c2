import type { UploadResponse } from '#contract/photos/schemas.ts';
import { API_PATHS, UPLOAD_ABOUT_FIELD, UPLOAD_FIELD } from '#contract/paths.ts';
import { aboutText, type PhotoAbout } from '#domain/takeout/photoAbout.ts';
import { MESSAGES } from '#domain/messages.ts';
import { isRecord, parsedJson, textOf } from '#domain/records.ts';
import type { RequestState } from '#domain/uploads/uploadState.ts';
import { environment } from '#src/environment.ts';
import { type Credential, requestHeaders } from './http.ts';

/** The connection counts as lost after this long without a byte sent or received. */
const STALL_TIMEOUT_MS = 120_000;

export interface UploadRequest {
  albumId: string;
  files: readonly File[];
  /** Called while the files are sent, with the percentage of their bytes that has been sent. */
  onProgress: (percent: number) => void;
  signal?: AbortSignal;
  /** Finds the facts that were written beside a file. */
  aboutFile?: (file: File) => PhotoAbout | undefined;
  /** Finds the parts of the form that belong to a file. */
  partsOf?: (file: File) => FileParts | undefined;
}

interface FileParts {
  /** Fields before the file's, by their names. */
  before?: Readonly<Record<string, string>>;
  /**
   * A file that belongs to it. It is sent first: a photo that arrived alone before the connection broke would count as
   * known afterwards, and the other file would never be sent.
   */
  beside?: { field: string; file: File };
}

/** Uses XMLHttpRequest, since fetch (and so ky) reports no upload progress over HTTP/1.1. */
export function uploadPhotos(credential: Credential, request: UploadRequest): Promise<FinalState> {
  const url = environment().baseApiUrl + API_PATHS.albumPhotos(request.albumId);
  const xhr = new XMLHttpRequest();
  const sent = new Promise<FinalState>((resolve) => {
    const stall = stallWatch(() => xhr.abort());
    xhr.upload.addEventListener('progress', ({ loaded, total }) => {
      stall.alive();
      if (total > 0) request.onProgress((loaded / total) * 100);
    });
    xhr.addEventListener('progress', stall.alive);
    xhr.addEventListener('loadend', () => {
      stall.stop();
      resolve(finalState(xhr));
    });
  });
  xhr.open('POST', url);
  for (const [name, value] of Object.entries(requestHeaders(url, 'POST', credential)))
    xhr.setRequestHeader(name, value);
  request.signal?.addEventListener('abort', () => xhr.abort(), { once: true });
  xhr.send(formOf(request));
  return sent;
}

export type FinalState = Exclude<RequestState, { status: 'progress' }>;

function formOf({ files, aboutFile, partsOf }: UploadRequest): FormData {
  const form = new FormData();
  for (const file of files) {
    const about = aboutFile?.(file);
    if (about) form.append(UPLOAD_ABOUT_FIELD, aboutText(about));
    const { before = {}, beside } = partsOf?.(file) ?? {};
    for (const [field, value] of Object.entries(before)) form.append(field, value);
    if (beside) form.append(beside.field, beside.file, beside.file.name);
    form.append(UPLOAD_FIELD, file, file.name);
  }
  return form;
}

function stallWatch(onStall: () => void) {
  let timer = setTimeout(onStall, STALL_TIMEOUT_MS);
  return {
    alive: () => {
      clearTimeout(timer);
      timer = setTimeout(onStall, STALL_TIMEOUT_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

function finalState(xhr: XMLHttpRequest): FinalState {
  const body = parsedJson(xhr.responseText);
  if (xhr.status >= 200 && xhr.status < 300 && isUploadResponse(body)) return { status: 'complete', data: body };
  const message = (isRecord(body) && textOf(body, 'message')) || MESSAGES.uploadFailed;
  // A status of 0 means that there was no response at all.
  return xhr.status === 0 ? { status: 'error', message } : { status: 'error', message, httpStatus: xhr.status };
}

function isUploadResponse(body: unknown): body is UploadResponse {
  return isRecord(body) && [body.photos, body.duplicates, body.rejected].every(Array.isArray);
}
