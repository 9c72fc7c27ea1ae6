-- Tasks that wait, and a sum.
with Ada.Text_IO;
procedure Tasks is
   Sum : Long_Integer := 0;
   task type Waits;
   task body Waits is
   begin
      delay 0.001;
   end Waits;
   Four : array (1 .. 4) of Waits;
begin
   for I in 1 .. 100_000 loop
      Sum := Sum + Long_Integer (I mod 7);
   end loop;
   Ada.Text_IO.Put_Line (Sum'Image);
end Tasks;
