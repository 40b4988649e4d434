import { useNavigate } from '@tanstack/react-router';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { newId } from '../../parts/new-id.ts';

/** Makes a draft of the same content and opens it in the editor. */
export function useDuplicate(postId: string) {
  const { scope } = usePlace();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useChange('duplicatePost', ['listPosts', 'readHome']);
  const start = () =>
    mutate(
      { ...scope, postId, newId: newId() },
      { onSuccess: (copy) => navigate({ to: '/compose/$postId', params: { postId: copy.id } }) },
    );
  return { start, isPending, error };
}
